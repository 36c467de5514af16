//! From form 2 to 3: attacks and actions on their way have parts; what became of items and things are variants.

use super::rewrite::{self, Field, Nesting};

const STRIKE: Nesting = Nesting {
    known_by: "feat_open",
    parts: &[
        ("with", "weapon more spell again also flown item line rounds"),
        ("result", "shared check first value links chained landed critical hits criticals sharing"),
        ("damage", "load dice damage_thrown replaced unlifted portions given"),
        ("averted", "unanswered hinder reduced evaded defended paid aura"),
        ("loss", "injury drive past_armour severs taken allotting"),
    ],
    renamed: &[("feat_open", "choosing"), ("damage_thrown", "thrown")],
};

const ACT: Nesting = Nesting {
    known_by: "bare_asked",
    parts: &[
        ("answers", "answers margin_against defence"),
        ("planned", "weapon spell rounds provokes area loud"),
        ("result", "success margin value winner lead"),
        ("averts", "hinder reduced evaded lessened shields"),
        ("repeat", "attacks again attacks_lost price"),
        ("delayers", "cutters cut"),
        ("bare", "bare_asked bare_open"),
    ],
    renamed: &[
        ("answers", "frame"),
        ("margin_against", "reading"),
        ("attacks_lost", "lost"),
        ("cutters", "units"),
        ("cut", "at"),
        ("bare_asked", "asked"),
        ("bare_open", "open"),
    ],
};

/// A battle of form 2 as one of form 3.
pub(super) fn battle(text: &str) -> Result<String, String> {
    rewrite::groups(text, |name, fields| match name {
        "Item" => with_what(fields, item_news),
        "Thing" => with_what(fields, thing_news),
        _ => STRIKE.nest(fields).or_else(|| ACT.nest(fields)),
    })
}

/// The same fields with another value of `what`, if there is one.
fn with_what(fields: &[Field<'_>], news: fn(&str) -> String) -> Option<String> {
    let (_, word) = fields.iter().find(|(name, _)| *name == "what")?;
    let news = news(word);
    Some(rewrite::written(fields.iter().map(|(name, value)| match *name {
        "what" => ("what", news.as_str()),
        name => (name, *value),
    })))
}

/// `"picked_up"` as `PickedUp`.
fn item_news(word: &str) -> String {
    let mut variant = String::new();
    for part in word.trim_matches('"').split('_') {
        let mut letters = part.chars();
        variant.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        variant.push_str(letters.as_str());
    }
    variant
}

/// Whether another word is a way of barring or an interaction the old form does not say.
fn thing_news(word: &str) -> String {
    match word {
        "\"moved\"" => "Moved".to_owned(),
        "\"gone\"" => "Gone".to_owned(),
        "\"free\"" => "Freed".to_owned(),
        _ => format!("Done({word})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_get_their_parts_and_news_their_variants() {
        let forward = |text: &str| battle(text).unwrap_or_default();
        assert_eq!(
            forward("Strike((by:\"a\",weapon:Some(\"bow\"),feat_open:false,dice:[1,2],had:[]))"),
            "Strike((by:\"a\",choosing:false,had:[],with:(weapon:Some(\"bow\")),result:(),damage:(dice:[1,2]),\
             averted:(),loss:()))"
        );
        assert_eq!(
            forward("Act((unit:\"a\",answers:Some(3),cut:0,bare_asked:true,success:true))"),
            "Act((unit:\"a\",answers:(frame:Some(3)),planned:(),result:(success:true),averts:(),repeat:(),\
             delayers:(at:0),bare:(asked:true)))"
        );
        assert_eq!(
            forward("[Item(unit:\"a\",item:\"bow\",what:\"picked_up\"),Item(unit:\"a\",change:Drop)]"),
            "[Item(unit:\"a\",item:\"bow\",what:PickedUp),Item(unit:\"a\",change:Drop)]"
        );
        assert_eq!(
            forward("[Thing(thing:\"door\",what:\"free\"),Thing(thing:\"door\",what:\"pick\")]"),
            "[Thing(thing:\"door\",what:Freed),Thing(thing:\"door\",what:Done(\"pick\"))]"
        );
    }
}
