//! Maps in the form of virtual tables, Universal VTT (`.dd2vtt`, `.uvtt`, `.df2vtt`): walls, doors, obstacles, lights.
//!
//! What they say is in fractions of squares; here it comes to lie on squares and their edges. Walls run along the edges
//! nearest to them, slanted ones in steps, so that they stay closed. Their picture is not read. What the form does not
//! know (what the ground is, where sides start) is in `<map>.mapping.ron` beside the map, see [`UvttMapping`].

use serde::Deserializer;

use super::{
    map_build::{MAX_SIDE, MapArea, MapBuilder, MapRefusal, edges_along},
    tiled_import::TiledImport,
    tiled_jail::MAX_FILE_BYTES,
    tiled_mapping::beside,
    tiled_objects::holds_point,
};
use crate::{content::prelude::*, defaults};

/// How such files end.
pub const ENDINGS: [&str; 3] = ["dd2vtt", "uvtt", "df2vtt"];

/// A corner or a square: column and row.
type Cell = (i64, i64);

/// What a mapping file beside the map says of it. Squares are `(column, row)`, the north-west one being `(0, 0)`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UvttMapping {
    /// What players read; empty: the file's name.
    pub name: String,
    /// The terrain of all squares that `ground` does not name; none: `floor`.
    pub terrain: Option<Key>,
    /// What its walls are; none: `wall`.
    pub wall: Option<Key>,
    /// What stands on the squares of its obstacles; none: `rock`.
    pub obstacle: Option<Key>,
    /// Squares of another terrain; a later line goes before an earlier one.
    pub ground: Vec<Ground>,
    /// Starting squares of sides, each a rectangle: its north-west and its south-east square.
    pub starts: BTreeMap<Key, Vec<(Cell, Cell)>>,
}

/// A rectangle of one terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// The terrain.
    pub terrain: Key,
    /// Its north-west square.
    pub from: Cell,
    /// Its south-east square.
    pub to: Cell,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Debug, Deserialize)]
struct Uvtt {
    resolution: Resolution,
    #[serde(default, deserialize_with = "or_none")]
    line_of_sight: Vec<Vec<Point>>,
    #[serde(default, deserialize_with = "or_none")]
    objects_line_of_sight: Vec<Vec<Point>>,
    #[serde(default, deserialize_with = "or_none")]
    portals: Vec<Portal>,
    #[serde(default, deserialize_with = "or_none")]
    lights: Vec<Lamp>,
}

#[derive(Debug, Deserialize)]
struct Resolution {
    #[serde(default)]
    map_origin: Point,
    map_size: Point,
}

#[derive(Debug, Deserialize)]
struct Portal {
    bounds: Vec<Point>,
    #[serde(default = "defaults::yes")]
    closed: bool,
}

/// What is written as `null` is not there.
fn or_none<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Option::<Vec<T>>::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[derive(Debug, Deserialize)]
struct Lamp {
    position: Point,
    #[serde(default)]
    range: f64,
    #[serde(default)]
    color: String,
}

/// Imports a map with the mapping file beside it, if there is one.
///
/// # Errors
/// Everything that makes the map unusable: no Universal VTT, too large, a terrain unknown.
pub fn import_uvtt(root: &ModRoot, path: &ModPath, palette: Palette<'_>) -> Result<TiledImport, Report> {
    let file = root.read_text_within(path, MAX_FILE_BYTES)?;
    let stem = path.as_str().rsplit_once('.').map_or(path.as_str(), |(stem, _)| stem);
    let (mapping, mapping_file) = beside::<UvttMapping>(root, path)?.unzip();
    let mapping = mapping.unwrap_or_default();
    let read: Uvtt = serde_json::from_str(&file.text).map_err(|why| unread(&file, &why))?;
    let whole = |message: String| Diagnostic::whole_file(&file.path, message);
    let refused = |refusal: MapRefusal| refusal.at(whole);
    let Some((width, height)) = size(&read.resolution.map_size) else {
        let size = &read.resolution.map_size;
        let why = format!(
            "this map is {} by {} squares; 1 to {MAX_SIDE} whole ones are possible each way",
            size.x, size.y
        );
        return Err(whole(why).into());
    };
    let builder = MapBuilder::new(palette, width, height).map_err(refused)?;
    let mut import = Import {
        root,
        file: &file,
        mapping_file,
        builder,
        origin: read.resolution.map_origin,
        warnings: Report::new(),
    };
    import.spend((width * height) as u64)?;
    import.ground(&mapping)?;
    import.walls(&read.line_of_sight, mapping.wall)?;
    import.obstacles(&read.objects_line_of_sight, mapping.obstacle)?;
    import.doors(&read.portals)?;
    import.lights(&read.lights);
    let file_name = stem.rsplit_once('/').map_or(stem, |(_, name)| name);
    let name = if mapping.name.is_empty() { file_name.to_owned() } else { mapping.name };
    let Import { builder, warnings, .. } = import;
    let placed = builder.finish(own_id(root.owner(), file_name), name).map_err(refused)?;
    Ok(TiledImport { placed, warnings })
}

fn unread(file: &SourceFile, why: &serde_json::Error) -> Diagnostic {
    let before: usize =
        file.text.split_inclusive('\n').take(why.line().saturating_sub(1)).map(str::len).sum();
    let at = before + why.column().saturating_sub(1);
    Diagnostic::at(file, at..at + 1, format!("this is no Universal VTT map: {why}"))
}

/// Columns and rows, if these are whole numbers that a map may have.
fn size(size: &Point) -> Option<(usize, usize)> {
    let side = |value: f64| {
        let whole =
            (value.fract() == 0.0 && (1.0..=MAX_SIDE as f64).contains(&value)).then_some(value as usize);
        whole.filter(|side| *side > 0)
    };
    Some((side(size.x)?, side(size.y)?))
}

/// A map on its way from the form of virtual tables to ours.
struct Import<'a> {
    root: &'a ModRoot,
    file: &'a SourceFile,
    /// To point into.
    mapping_file: Option<SourceFile>,
    builder: MapBuilder<'a>,
    origin: Point,
    warnings: Report,
}

impl Import<'_> {
    fn spend(&self, amount: u64) -> Result<(), Diagnostic> {
        let paid = self.root.budget().spend(BudgetItem::Tiles, amount);
        paid.map_err(|why| Diagnostic::whole_file(&self.file.path, why))
    }

    fn warn(&mut self, message: &str) {
        self.warnings.push(Diagnostic::whole_file(&self.file.path, message).warning());
    }

    /// A terrain or kind of edge that there is not, where the mapping file names it.
    fn refused(&self, id: Key, why: MapRefusal) -> Diagnostic {
        let quoted = format!("\"{id}\"");
        let place = self.mapping_file.as_ref().and_then(|file| Some((file, file.text.find(&quoted)?)));
        why.at(|message| match place {
            Some((file, at)) => Diagnostic::at(file, at..at + quoted.len(), message),
            None => Diagnostic::whole_file(&self.file.path, message),
        })
    }

    fn terrain(&mut self, id: Key) -> Result<u8, Diagnostic> {
        self.builder.terrain(id).map_err(|why| self.refused(id, why))
    }

    fn ground(&mut self, mapping: &UvttMapping) -> Result<(), Diagnostic> {
        for ground in &mapping.ground {
            let terrain = self.terrain(ground.terrain)?;
            for square in self.rectangle(ground.from, ground.to) {
                self.builder.set_terrain(square, terrain);
            }
        }
        let rest = self.terrain(mapping.terrain.unwrap_or_else(|| Key::new("floor")))?;
        self.builder.fill_rest(rest);
        for (side, rectangles) in &mapping.starts {
            for (from, to) in rectangles {
                let squares = self.rectangle(*from, *to);
                squares.into_iter().for_each(|square| self.builder.add_start(*side, square));
            }
        }
        Ok(())
    }

    fn rectangle(&self, from: Cell, to: Cell) -> Vec<Square> {
        let (width, height) = self.builder.size();
        let columns = from.0.max(0)..=to.0.min(width - 1);
        let rows = from.1.max(0)..=to.1.min(height - 1);
        let all = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        all.filter_map(|(column, row)| self.builder.square(column, row)).collect()
    }

    fn walls(&mut self, lines: &[Vec<Point>], kind: Option<Key>) -> Result<(), Diagnostic> {
        if lines.is_empty() {
            return Ok(());
        }
        let kind = kind.unwrap_or_else(|| Key::new("wall"));
        let kind = self.builder.edge_kind(kind).map_err(|why| self.refused(kind, why))?;
        for line in lines {
            for pair in line.windows(2) {
                let edges = self.edges(pair[0], pair[1])?;
                edges.into_iter().for_each(|edge| self.builder.set_edge(edge, kind));
            }
        }
        Ok(())
    }

    /// The edges along a line. What lies far off the map has none.
    fn edges(&mut self, from: Point, to: Point) -> Result<Vec<Edge>, Diagnostic> {
        let (Some(from), Some(to)) = (self.place(from), self.place(to)) else {
            self.warn("a wall or door lies far off the map; it is left out");
            return Ok(Vec::new());
        };
        let (from, to) = (corner(from), corner(to));
        self.spend(from.0.abs_diff(to.0) + from.1.abs_diff(to.1) + 1)?;
        Ok(way(from, to).windows(2).filter_map(|pair| edges_along(pair[0], pair[1])).flatten().collect())
    }

    fn doors(&mut self, portals: &[Portal]) -> Result<(), Diagnostic> {
        for portal in portals {
            let (Some(&from), Some(&to)) = (portal.bounds.first(), portal.bounds.last()) else { continue };
            let mut edges = self.edges(from, to)?;
            if edges.is_empty() {
                // It is so small that both ends come to lie on one corner: the edge under its middle.
                edges.extend(self.edge_under(from, to));
            }
            for edge in edges {
                self.builder.add_door(DoorPlace::Edge(edge), !portal.closed, "");
            }
        }
        Ok(())
    }

    fn edge_under(&self, from: Point, to: Point) -> Option<Edge> {
        let (a, b) = (self.place(from)?, self.place(to)?);
        let middle = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
        let (nearest, under) = (corner(middle), under(middle));
        let ends = match (b.0 - a.0).abs() >= (b.1 - a.1).abs() {
            true => ((under.0, nearest.1), (under.0 + 1, nearest.1)),
            false => ((nearest.0, under.1), (nearest.0, under.1 + 1)),
        };
        edges_along(ends.0, ends.1)?.into_iter().next()
    }

    /// What stands in the way without being a wall: on the squares whose middle it holds, else on the one under its own.
    fn obstacles(&mut self, shapes: &[Vec<Point>], object: Option<Key>) -> Result<(), Diagnostic> {
        for shape in shapes {
            let points: Option<Vec<Cell>> = shape.iter().map(|point| self.place(*point)).collect();
            let Some(points) = points.filter(|points| points.len() > 2) else { continue };
            let low = |f: fn(&Cell) -> i64| points.iter().map(f).min().unwrap_or(0);
            let high = |f: fn(&Cell) -> i64| points.iter().map(f).max().unwrap_or(0);
            let (from, to) = ((low(|p| p.0), low(|p| p.1)), (high(|p| p.0), high(|p| p.1)));
            let squares = self.rectangle(under(from), under(to));
            self.spend(squares.len() as u64 * (1 + points.len() as u64 / 16) + 1)?;
            let middle = |at: &Square| (i64::from(at.x) * 200 + 100, i64::from(at.y) * 200 + 100);
            let mut held: Vec<Square> =
                squares.into_iter().filter(|at| holds_point(&points, middle(at))).collect();
            if held.is_empty() {
                let (column, row) = under(((from.0 + to.0) / 2, (from.1 + to.1) / 2));
                held.extend(self.builder.square(column, row));
            }
            let object = self.terrain(object.unwrap_or_else(|| Key::new("rock")))?;
            held.into_iter().for_each(|square| self.builder.set_object(square, object));
        }
        Ok(())
    }

    /// Lights are areas of the class `light`, one square each.
    fn lights(&mut self, lights: &[Lamp]) {
        for light in lights {
            let square = self.place(light.position).map(under);
            let Some(square) = square.and_then(|(column, row)| self.builder.square(column, row)) else {
                continue;
            };
            let mut properties = BTreeMap::from([("range".to_owned(), light.range.to_string())]);
            if !light.color.is_empty() {
                properties.insert("color".to_owned(), light.color.clone());
            }
            let (name, class) = (String::new(), "light".to_owned());
            self.builder.areas.push(MapArea { name, class, squares: vec![square], properties });
        }
    }

    /// A point in hundredths of a square from the map's north-west corner; none: it is far off the map.
    fn place(&self, point: Point) -> Option<Cell> {
        let far = 2 * MAX_SIDE as i64 * 100;
        let hundredths = |value: f64| {
            let whole = (value * 100.0).round();
            (whole.is_finite() && whole.abs() < far as f64).then_some(whole as i64)
        };
        Some((hundredths(point.x - self.origin.x)?, hundredths(point.y - self.origin.y)?))
    }
}

fn corner((x, y): Cell) -> Cell {
    ((x + 50).div_euclid(100), (y + 50).div_euclid(100))
}

fn under((x, y): Cell) -> Cell {
    (x.div_euclid(100), y.div_euclid(100))
}

/// The corners of a way along edges from one corner to another, as near to the straight line as can be.
fn way(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let off = |at: Cell| ((at.0 - from.0) * dy - (at.1 - from.1) * dx).abs();
    let mut way = vec![from];
    let mut at = from;
    while at != to {
        let (along, down) = ((at.0 + dx.signum(), at.1), (at.0, at.1 + dy.signum()));
        at = match (at.0 == to.0, at.1 == to.1) {
            (true, _) => down,
            (_, true) => along,
            _ if off(along) <= off(down) => along,
            _ => down,
        };
        way.push(at);
    }
    way
}

#[cfg(test)]
#[path = "uvtt_import_tests.rs"]
mod tests;
