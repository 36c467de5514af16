//! Objects of a Tiled map: starting squares, units, doors, walls, areas.
//!
//! Which squares and edges an object covers, and what it means. Tile layers are in `tiled_import`.
//!
//! | class | properties | meaning |
//! | --- | --- | --- |
//! | `start` | `side` | its squares are starting squares of the side |
//! | `unit` | `side`, `unit` (else the object's name) | a unit on its north-west square |
//! | `door` | `open` | a door: on its squares, or on the edges it runs along if it is a line or thin |
//! | `wall` | `wall` (else "wall") | this edge kind along its line or around its squares |
//! | any | `terrain`, `object` | its squares are of this terrain, this stands on them |
//! | any | `wall` | as class `wall` |
//! | `thing` | `thing` | what can be done with what is there, as a legend says it; `door`: with the door there |
//! | an area | `squares` | its squares, `1,2 1,3`, whatever its shape |
//!
//! Anything else is looked up in the mapping file; what is not there is an area with its name and properties.
//!
//! A rectangle covers the squares of which it covers at least half each way (a small one: the square under its
//! middle), an ellipse and a polygon the squares whose middle they hold, a point the square it lies in. Lines run
//! along the edges nearest to them. Rotation is not taken over.

use tiled::{Layer, Object, ObjectShape};

use super::{
    map_build::{MapArea, Spot, UnitPlace, edges_along},
    map_text::ThingText,
    tiled_import::{Import, text_property},
    tiled_mapping::ObjectMeaning,
};
use crate::content::prelude::*;

/// Classes that mean something by themselves.
const CLASSES: [&str; 5] = ["start", "unit", "door", "wall", "thing"];

/// Tells of a class that was probably meant to be more than that of an area. `area`: it is no more than that.
fn warn_class(import: &mut Import<'_>, id: u32, class: &str, area: bool) {
    if matches!(class, "start" | "unit") {
        return import.warn_object(id, format!("this {class} has no property `side`; it is only an area"));
    }
    if let Some(near) = suggest(class, CLASSES).filter(|_| area) {
        let message = format!("the class \"{class}\" makes this only an area; did you mean \"{near}\"?");
        import.warn_object(id, message);
    }
}

pub(super) fn place(import: &mut Import<'_>, map: &tiled::Map, layer: &Layer<'_>, object: &Object<'_>) {
    let Some(shape) = Shape::of(map, object, import.origin) else {
        return import.warn_object(object.id(), "this object lies nowhere".to_owned());
    };
    if object.rotation != 0.0 {
        import.warn_object(object.id(), "this object is rotated; the rotation is not taken over".to_owned());
    }
    let says = |name: &str| text_property(&object.properties, name);
    if let Some(text) = says("thing").filter(|_| object.user_type == "thing") {
        let door = says("door").is_some_and(|text| text == "true");
        return place_thing(import, object.id(), &shape, &text, door);
    }
    let key = |name: &str| says(name).filter(|text| !text.is_empty()).map(|text| Key::new(&text));
    let mapped = import.mapping.object(&layer.name, &object.user_type, &object.name).cloned();
    let class = object.user_type.to_lowercase();
    let by_class = match (class.as_str(), key("side")) {
        ("start", Some(side)) => Some(ObjectMeaning::Start(side)),
        ("unit", Some(side)) => Some(ObjectMeaning::Unit { side, unit: None }),
        ("door", _) => Some(ObjectMeaning::Door),
        ("wall", _) => Some(ObjectMeaning::Wall(key("wall").unwrap_or_else(|| Key::new("wall")))),
        _ => None,
    };
    let by_property =
        key("terrain").map(ObjectMeaning::Terrain).or_else(|| key("object").map(ObjectMeaning::Object));
    let by_property = by_property.or_else(|| key("wall").map(ObjectMeaning::Wall));
    if by_class.is_none() && mapped.is_none() {
        warn_class(import, object.id(), &class, by_property.is_none());
    }
    let meaning = by_class.or(by_property).or(mapped).unwrap_or(ObjectMeaning::Area);
    if !import.cover(object.id(), shape.work(import.builder.size())) {
        return;
    }
    let squares = shape.squares(import.builder.size());
    let lines = matches!(meaning, ObjectMeaning::Wall(_))
        || matches!(meaning, ObjectMeaning::Door) && shape.edges().is_some_and(|edges| !edges.is_empty());
    if squares.is_empty() && !lines && meaning != ObjectMeaning::Ignored {
        return import.warn_object(object.id(), "this object lies outside the map".to_owned());
    }
    match meaning {
        ObjectMeaning::Ignored => {}
        ObjectMeaning::Start(side) => {
            squares.iter().for_each(|square| import.builder.add_start(side, *square))
        }
        ObjectMeaning::Unit { side, unit } => {
            let named = Some(object.name.as_str()).filter(|name| !name.is_empty()).map(Key::new);
            match (unit.or_else(|| key("unit")).or(named), squares.first()) {
                (Some(unit), Some(square)) => {
                    let name = if named == Some(unit) { String::new() } else { object.name.clone() };
                    import.builder.add_unit(UnitPlace { unit, side, square: *square, name });
                }
                _ => import.warn_object(
                    object.id(),
                    "this unit has neither a property `unit` nor a name".to_owned(),
                ),
            }
        }
        ObjectMeaning::Terrain(id) => {
            if let Some(terrain) = import.terrain(id) {
                squares.iter().for_each(|square| import.builder.set_terrain(*square, terrain));
            }
        }
        ObjectMeaning::Object(id) => {
            if let Some(terrain) = import.terrain(id) {
                squares.iter().for_each(|square| import.builder.set_object(*square, terrain));
            }
        }
        ObjectMeaning::Wall(id) => match (import.edge_kind(id), shape.outline()) {
            (Some(kind), Some(edges)) => {
                edges.into_iter().for_each(|edge| import.builder.set_edge(edge, kind))
            }
            (Some(_), None) => {
                let message = "a wall must run along the grid: this one is slanted".to_owned();
                import.warn_object(object.id(), message);
            }
            _ => {}
        },
        ObjectMeaning::Door => {
            let open = says("open").is_some_and(|text| text == "true" || text == "1");
            let places: Vec<DoorPlace> = match shape.edges() {
                Some(edges) if !edges.is_empty() => edges.into_iter().map(DoorPlace::Edge).collect(),
                _ => squares.into_iter().map(DoorPlace::Square).collect(),
            };
            let inside =
                places.into_iter().filter(|place| import.builder.add_door(*place, open, &object.name));
            if inside.count() == 0 {
                import.warn_object(object.id(), "this door lies outside the map".to_owned());
            }
        }
        ObjectMeaning::Area => {
            let names = object.properties.keys().filter(|name| *name != "squares");
            let properties: BTreeMap<String, String> =
                names.filter_map(|name| Some((name.clone(), says(name)?))).collect();
            let listed = says("squares").and_then(|text| listed(import, object.id(), &text));
            let squares = listed.unwrap_or(squares);
            let (name, class) = (object.name.clone(), object.user_type.clone());
            import.builder.areas.push(MapArea { name, class, squares, properties });
        }
    }
}

/// Puts what can be done with something where its object lies.
fn place_thing(import: &mut Import<'_>, id: u32, shape: &Shape, text: &str, door: bool) {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let thing = match options.from_str::<ThingText>(text) {
        Ok(thing) => thing,
        Err(why) => return import.warn_object(id, format!("this thing cannot be read: {why}")),
    };
    if !import.cover(id, shape.work(import.builder.size())) {
        return;
    }
    let edge = shape.edges().unwrap_or_default().into_iter().next();
    let square = shape.squares(import.builder.size()).into_iter().next();
    let spot = match (edge, square) {
        (Some(edge), _) => Spot::Door(DoorPlace::Edge(edge)),
        (None, Some(square)) if door => Spot::Door(DoorPlace::Square(square)),
        (None, Some(square)) => Spot::Square(square),
        (None, None) => return import.warn_object(id, "this thing lies outside the map".to_owned()),
    };
    import.builder.add_thing(spot, Some(&thing));
}

/// The squares that an area lists: `1,2 1,3`. None: the list cannot be read.
fn listed(import: &mut Import<'_>, id: u32, text: &str) -> Option<Vec<Square>> {
    if !import.cover(id, text.len() as u64 / 4) {
        return None;
    }
    let square = |word: &str| {
        let (x, y) = word.split_once(',')?;
        import.builder.square(x.parse().ok()?, y.parse().ok()?)
    };
    text.split_whitespace().map(square).collect()
}

/// An object's shape in hundredths of a pixel, with the size of a tile in the same.
struct Shape {
    tile: (i64, i64),
    form: Form,
}

enum Form {
    /// North-west corner, width, height.
    Rect((i64, i64), (i64, i64)),
    Ellipse((i64, i64), (i64, i64)),
    Point((i64, i64)),
    Line(Vec<(i64, i64)>),
    Polygon(Vec<(i64, i64)>),
}

/// Hundredths, if the number is one that can lie on a map.
fn hundredths(value: f32) -> Option<i64> {
    (value.is_finite() && value.abs() < 2_000_000.0).then(|| (value * 100.0).round() as i64)
}

/// Quotient rounded to the nearest, halves up. `b` is positive.
fn nearest(a: i64, b: i64) -> i64 {
    (2 * a + b).div_euclid(2 * b)
}

impl Shape {
    fn of(map: &tiled::Map, object: &Object<'_>, origin: (i32, i32)) -> Option<Self> {
        let tile = (i64::from(map.tile_width) * 100, i64::from(map.tile_height) * 100);
        let corner = (i64::from(origin.0) * tile.0, i64::from(origin.1) * tile.1);
        let at = (hundredths(object.x)? - corner.0, hundredths(object.y)? - corner.1);
        let size = |w: &f32, h: &f32| Some((hundredths(*w)?.max(0), hundredths(*h)?.max(0)));
        let moved = |points: &[(f32, f32)]| -> Option<Vec<(i64, i64)>> {
            points.iter().map(|(x, y)| Some((at.0 + hundredths(*x)?, at.1 + hundredths(*y)?))).collect()
        };
        let form = match &object.shape {
            // Objects that show a tile hang on their south-west corner.
            ObjectShape::Rect { width, height } if object.tile_data().is_some() => {
                let size = size(width, height)?;
                Form::Rect((at.0, at.1 - size.1), size)
            }
            ObjectShape::Rect { width, height } | ObjectShape::Text { width, height, .. } => {
                match size(width, height)? {
                    (0, 0) => Form::Point(at),
                    size => Form::Rect(at, size),
                }
            }
            ObjectShape::Ellipse { width, height } | ObjectShape::Capsule { width, height } => {
                Form::Ellipse(at, size(width, height)?)
            }
            ObjectShape::Polyline { points } => Form::Line(moved(points)?),
            ObjectShape::Polygon { points } => Form::Polygon(moved(points)?),
            ObjectShape::Point(..) => Form::Point(at),
        };
        (tile.0 > 0 && tile.1 > 0).then_some(Self { tile, form })
    }

    /// The squares it covers, by row, then column; the map is `size` columns and rows.
    fn squares(&self, size: (i64, i64)) -> Vec<Square> {
        // Middles in doubled hundredths, so that they are whole.
        let middle = |c: i64, r: i64| ((2 * c + 1) * self.tile.0, (2 * r + 1) * self.tile.1);
        let (columns, rows) = self.frame(size);
        let all = rows.flat_map(|r| columns.clone().map(move |c| (c, r)));
        let holds = |(c, r): &(i64, i64)| match &self.form {
            Form::Rect(..) => true,
            Form::Ellipse(at, wide) => {
                let (x, y) = middle(*c, *r);
                let (dx, dy) = (i128::from(x - 2 * at.0 - wide.0), i128::from(y - 2 * at.1 - wide.1));
                let (w, h) = (i128::from(wide.0), i128::from(wide.1));
                dx * dx * h * h + dy * dy * w * w <= w * w * h * h
            }
            Form::Polygon(points) => holds_point(points, middle(*c, *r)),
            Form::Point(at) => self.under(*at) == (*c, *r),
            Form::Line(points) => points.iter().any(|point| self.under(*point) == (*c, *r)),
        };
        let square = |(c, r): (i64, i64)| Some(Square::new(i16::try_from(c).ok()?, i16::try_from(r).ok()?));
        all.filter(holds).filter_map(square).collect()
    }

    fn under(&self, (x, y): (i64, i64)) -> (i64, i64) {
        (x.div_euclid(self.tile.0), y.div_euclid(self.tile.1))
    }

    /// The columns and rows of the map in which its squares lie; of a rectangle all of these are covered.
    fn frame(&self, size: (i64, i64)) -> (Range<i64>, Range<i64>) {
        let (columns, rows) = match &self.form {
            Form::Rect(at, wide) => (covered(at.0, wide.0, self.tile.0), covered(at.1, wide.1, self.tile.1)),
            _ => {
                let (from, to) = self.bounds();
                let (first, last) = (self.under(from), self.under(to));
                ((first.0, last.0 + 1), (first.1, last.1 + 1))
            }
        };
        (columns.0.max(0)..columns.1.min(size.0), rows.0.max(0)..rows.1.min(size.1))
    }

    /// How many squares it may cover, times its points held against them, and how long it is in edges.
    fn work(&self, size: (i64, i64)) -> u64 {
        let (columns, rows) = self.frame(size);
        let wide = |range: Range<i64>| u64::try_from(range.end - range.start).unwrap_or(0);
        let squares = wide(columns).saturating_mul(wide(rows));
        let (Form::Line(points) | Form::Polygon(points)) = &self.form else { return squares };
        let corner = |p: &(i64, i64)| self.under(*p);
        let steps = |pair: &[(i64, i64)]| {
            let (a, b) = (corner(&pair[0]), corner(&pair[1]));
            a.0.abs_diff(b.0) + a.1.abs_diff(b.1) + 1
        };
        let long = points.windows(2).map(steps).fold(0, u64::saturating_add);
        // Looking whether a point is crossed is much cheaper than keeping a square.
        squares.saturating_mul(1 + points.len() as u64 / 16).saturating_add(long)
    }

    fn bounds(&self) -> ((i64, i64), (i64, i64)) {
        let span = |points: &[(i64, i64)]| {
            let low = |f: fn(&(i64, i64)) -> i64| points.iter().map(f).min().unwrap_or(0);
            let high = |f: fn(&(i64, i64)) -> i64| points.iter().map(f).max().unwrap_or(-1);
            ((low(|p| p.0), low(|p| p.1)), (high(|p| p.0), high(|p| p.1)))
        };
        match &self.form {
            Form::Rect(at, size) | Form::Ellipse(at, size) => (*at, (at.0 + size.0, at.1 + size.1)),
            Form::Point(at) => (*at, *at),
            Form::Line(points) | Form::Polygon(points) => span(points),
        }
    }

    /// The edges of a line, or of a rectangle that is thinner than half a square. None for anything else.
    fn edges(&self) -> Option<Vec<Edge>> {
        match &self.form {
            Form::Line(points) => self.along(points, false),
            Form::Rect(at, size) if 2 * size.0 < self.tile.0 && 2 * size.1 >= self.tile.1 => {
                let x = at.0 + size.0 / 2;
                self.along(&[(x, at.1), (x, at.1 + size.1)], false)
            }
            Form::Rect(at, size) if 2 * size.1 < self.tile.1 && 2 * size.0 >= self.tile.0 => {
                let y = at.1 + size.1 / 2;
                self.along(&[(at.0, y), (at.0 + size.0, y)], false)
            }
            _ => None,
        }
    }

    /// The edges of a line or around a shape. None if a part is slanted.
    fn outline(&self) -> Option<Vec<Edge>> {
        match &self.form {
            Form::Polygon(points) => self.along(points, true),
            Form::Rect(at, size) if self.edges().is_none() => {
                let (x, y) = (at.0 + size.0, at.1 + size.1);
                self.along(&[*at, (x, at.1), (x, y), (at.0, y)], true)
            }
            Form::Point(_) | Form::Ellipse(..) => None,
            _ => self.edges(),
        }
    }

    fn along(&self, points: &[(i64, i64)], closed: bool) -> Option<Vec<Edge>> {
        let corner = |p: &(i64, i64)| (nearest(p.0, self.tile.0), nearest(p.1, self.tile.1));
        let mut corners: Vec<(i64, i64)> = points.iter().map(corner).collect();
        if closed {
            corners.extend(corners.first().copied());
        }
        let mut edges = Vec::new();
        for pair in corners.windows(2) {
            edges.extend(edges_along(pair[0], pair[1])?);
        }
        Some(edges)
    }
}

/// The columns (or rows) of which at least half is covered, or the one under the middle.
fn covered(at: i64, size: i64, tile: i64) -> (i64, i64) {
    let (first, end) = (nearest(at, tile), nearest(at + size, tile));
    if first < end {
        return (first, end);
    }
    let under = (2 * at + size).div_euclid(2 * tile);
    (under, under + 1)
}

/// Whether a polygon (hundredths) holds a point (doubled): the number of its sides east of it is odd.
pub(super) fn holds_point(points: &[(i64, i64)], (x, y): (i64, i64)) -> bool {
    let mut inside = false;
    for (at, a) in points.iter().enumerate() {
        let b = points[(at + 1) % points.len()];
        let ((ax, ay), (bx, by)) = ((2 * a.0, 2 * a.1), (2 * b.0, 2 * b.1));
        if (ay > y) != (by > y) {
            // x < ax + (y - ay) * (bx - ax) / (by - ay), without dividing.
            let left = i128::from(x - ax) * i128::from(by - ay);
            let right = i128::from(y - ay) * i128::from(bx - ax);
            if if by > ay { left < right } else { left > right } {
                inside = !inside;
            }
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(form: Form) -> Vec<(i16, i16)> {
        Shape { tile: (1600, 1600), form }.squares((10, 10)).iter().map(|s| (s.x, s.y)).collect()
    }

    #[test]
    fn rectangles_cover_squares_by_half() {
        assert_eq!(squares(Form::Rect((1600, 1600), (3200, 1600))), [(1, 1), (2, 1)]);
        assert_eq!(squares(Form::Rect((2300, 1700), (1600, 1600))), [(1, 1)]);
        assert_eq!(squares(Form::Rect((2500, 1700), (1600, 1600))), [(2, 1)]);
        assert_eq!(
            squares(Form::Rect((1700, 1700), (200, 200))),
            [(1, 1)],
            "a small one covers the one under it"
        );
        assert_eq!(squares(Form::Rect((-9000, 0), (1600, 1600))), []);
        assert_eq!(squares(Form::Rect((-1600, -1600), (3200, 3200))), [(0, 0)]);
        assert_eq!(squares(Form::Rect((i64::from(i32::MAX), 0), (1, 1))), []);
    }

    #[test]
    fn points_ellipses_and_polygons_cover_squares() {
        assert_eq!(squares(Form::Point((1600, 3199))), [(1, 1)]);
        assert_eq!(squares(Form::Ellipse((0, 0), (4800, 4800))).len(), 9);
        assert_eq!(squares(Form::Ellipse((0, 0), (6400, 6400))).len(), 12, "the corners are outside");
        assert_eq!(
            squares(Form::Polygon(vec![(0, 0), (3200, 0), (3200, 1600), (0, 1600)])),
            [(0, 0), (1, 0)]
        );
        assert_eq!(squares(Form::Polygon(vec![])), []);
    }

    #[test]
    fn lines_run_along_edges() {
        let shape = |form| Shape { tile: (1600, 1600), form };
        let line = shape(Form::Line(vec![(1650, 0), (1550, 3200), (3200, 3200)])).edges().unwrap();
        assert_eq!(line.len(), 3);
        assert_eq!(line[0], Edge::east(Square::new(0, 0)));
        assert_eq!(shape(Form::Line(vec![(0, 0), (1600, 1600)])).edges(), None);
        let thin = shape(Form::Rect((1500, 0), (200, 1600)));
        assert_eq!(thin.edges(), Some(vec![Edge::east(Square::new(0, 0))]));
        assert_eq!(shape(Form::Rect((1600, 1600), (1600, 1600))).outline().unwrap().len(), 4);
        assert_eq!(shape(Form::Rect((1600, 1600), (1600, 1600))).edges(), None);
    }
}
