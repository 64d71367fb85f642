//! The graph of winning chances over a game, as SVG.

use std::fmt::{self, Write};

use tablen_rules::words::{Lang, Message};

use super::{Axis, Chance, Judged, Mark};
use crate::value::SideColour;
use crate::{ForLight, ForSideToMove};

/// The winning chances over one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// What stands above it.
    pub title: Message,
    /// The side whose chances rise upwards.
    pub light: Message,
    /// The other side.
    pub dark: Message,
    /// How high chances stand.
    pub axis: Axis,
    /// The chances before the first turn.
    pub start: ForLight<Chance>,
    /// The turns.
    pub turns: Vec<GraphTurn>,
}

/// A turn on the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphTurn {
    /// What was played, as it is written down.
    pub text: String,
    /// The chances after it.
    pub chance: ForLight<Chance>,
    /// Its mark.
    pub mark: Option<Mark>,
    /// Whether the game turned with it.
    pub is_turning_point: bool,
}

impl GraphTurn {
    /// A turn that a side played, with what it cost.
    pub fn new(played: impl ToString, side: impl SideColour, judged: &Judged) -> GraphTurn {
        GraphTurn {
            text: played.to_string(),
            chance: ForSideToMove(judged.chance_after).for_light(side),
            mark: judged.mark,
            is_turning_point: judged.turning_point,
        }
    }
}

const WIDTH: f64 = 960.0;
const PANEL_HEIGHT: f64 = 360.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 936.0;
const TOP: f64 = 80.0;
const BOTTOM: f64 = 276.0;
/// No more numbers than this stand below a graph.
const MOST_TICKS: usize = 12;

/// Colours for bright and for dark surroundings. What is dark in the one stays the darker in the other, as the sides' men do. Each kind of mark
/// has a shape of its own, so that nobody needs to tell colours apart.
const STYLE: &str = "\
svg{font-family:system-ui,sans-serif;font-size:14px}\
.paper{fill:#fdfbf7}.ink{fill:#2b2622}.faint{fill:#6b6258}\
.heading{font-size:18px;font-weight:600}\
.dark-side{fill:#8a7b6b}.light-side{fill:#f3e3c3}\
.curve{fill:none;stroke:#2b2622;stroke-width:2;stroke-linejoin:round}\
.even{stroke:#2b2622;stroke-opacity:.45;stroke-dasharray:2 5}.far{stroke:#2b2622;stroke-opacity:.2}\
.frame{fill:none;stroke:#6b6258}\
.turning{stroke:#7c1d6f;stroke-width:1.5}.turning-number{fill:#7c1d6f;font-weight:600}\
.mark{stroke:#fdfbf7;stroke-width:1.5}\
.doubtful{fill:#7a5b00}.error{fill:#b3440e}.blunder{fill:#a3161d}\
@media (prefers-color-scheme:dark){\
.paper{fill:#1d1a17}.ink{fill:#f2ebe0}.faint{fill:#b5aa9b}\
.dark-side{fill:#37302a}.light-side{fill:#8d7d64}\
.curve{stroke:#f2ebe0}.even,.far{stroke:#f2ebe0}.frame{stroke:#b5aa9b}\
.turning{stroke:#f0a6e4}.turning-number{fill:#f0a6e4}\
.mark{stroke:#1d1a17}\
.doubtful{fill:#ffd75e}.error{fill:#ffa366}.blunder{fill:#ff8a80}}";

/// Draws games below each other: one SVG document with titles and descriptions for those who do not see it.
///
/// ```
/// use tablen_engine::analysis::{Axis, Chance, Graph, GraphTurn, Mark, svg};
/// use tablen_engine::ForLight;
/// use tablen_rules::words::Lang;
///
/// let side = |name: &str| tablen_rules::TEXTS.message(format!("tafl.side.{name}"));
/// let turn = |text: &str, percent, mark| GraphTurn {
///     text: text.to_owned(),
///     chance: ForLight(Chance::from_percent(percent)),
///     mark,
///     is_turning_point: mark.is_some(),
/// };
/// let graph = Graph {
///     title: side("defenders"),
///     light: side("defenders"),
///     dark: side("attackers"),
///     axis: Axis::Odds,
///     start: ForLight(Chance::EVEN),
///     turns: vec![turn("E3-C3", 52, None), turn("D1-D3", 81, Some(Mark::Blunder))],
/// };
/// let picture = svg(&[graph], Lang::En);
/// assert!(picture.starts_with("<svg ") && picture.contains("2. D1-D3, blunder"));
/// ```
pub fn svg(graphs: &[Graph], lang: Lang) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_svg(graphs, lang, &mut out);
    out
}

fn write_svg(graphs: &[Graph], lang: Lang, out: &mut String) -> fmt::Result {
    let height = PANEL_HEIGHT * graphs.len().max(1) as f64;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" lang="{}">"#,
        lang.code()
    )?;
    writeln!(out, "<title>{}</title>", escaped(&message!("analysis.graph.title").render(lang)))?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(out, r#"<rect class="paper" width="{WIDTH}" height="{height}"/>"#)?;
    for (number, graph) in graphs.iter().enumerate() {
        let offset = PANEL_HEIGHT * number as f64;
        writeln!(
            out,
            r#"<g transform="translate(0 {offset})" role="img" aria-labelledby="title-{number} description-{number}">"#
        )?;
        Panel { graph, lang, number }.write(out)?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

/// One game's part of the picture.
struct Panel<'g> {
    graph: &'g Graph,
    lang: Lang,
    number: usize,
}

impl Panel<'_> {
    fn write(&self, out: &mut String) -> fmt::Result {
        let (graph, lang, number) = (self.graph, self.lang, self.number);
        let title = escaped(&graph.title.render(lang));
        writeln!(out, r#"<title id="title-{number}">{title}</title>"#)?;
        let description = escaped(&self.description());
        writeln!(out, r#"<desc id="description-{number}">{description}</desc>"#)?;
        writeln!(out, r#"<text class="ink heading" x="{LEFT}" y="28">{title}</text>"#)?;
        self.write_chances(out)?;
        self.write_axes(out)?;
        self.write_turning_points(out)?;
        self.write_marks(out)?;
        self.write_key(out)
    }

    /// The curve, and the shares of both sides below and above it.
    fn write_chances(&self, out: &mut String) -> fmt::Result {
        let (width, height) = (RIGHT - LEFT, BOTTOM - TOP);
        writeln!(out, r#"<rect class="dark-side" x="{LEFT}" y="{TOP}" width="{width}" height="{height}"/>"#)?;
        let starts = [self.graph.start].into_iter();
        let chances = starts.chain(self.graph.turns.iter().map(|turn| turn.chance));
        let points: Vec<String> = chances
            .enumerate()
            .map(|(turns, chance)| format!("{:.1},{:.1}", self.x(turns), self.y(chance.0)))
            .collect();
        let (curve, last) = (points.join(" "), self.x(self.graph.turns.len()));
        writeln!(
            out,
            r#"<polygon class="light-side" points="{LEFT},{BOTTOM} {curve} {last:.1},{BOTTOM}"/>"#
        )?;
        for chance in self.graph.axis.ticks() {
            let class = if *chance == Chance::EVEN { "even" } else { "far" };
            let y = self.y(*chance);
            writeln!(out, r#"<line class="{class}" x1="{LEFT}" y1="{y:.1}" x2="{RIGHT}" y2="{y:.1}"/>"#)?;
        }
        writeln!(out, r#"<polyline class="curve" points="{curve}"/>"#)?;
        writeln!(out, r#"<rect class="frame" x="{LEFT}" y="{TOP}" width="{width}" height="{height}"/>"#)
    }

    fn write_axes(&self, out: &mut String) -> fmt::Result {
        let (graph, lang) = (self.graph, self.lang);
        let chances_of = message!("analysis.graph.chances-of").with("side", graph.light.clone());
        writeln!(
            out,
            r#"<text class="faint" x="{LEFT}" y="48">{}</text>"#,
            escaped(&chances_of.render(lang))
        )?;
        for chance in graph.axis.ticks() {
            let percent = escaped(&percent(*chance).render(lang));
            let (x, y) = (LEFT - 8.0, self.y(*chance) + 5.0);
            writeln!(out, r#"<text class="faint" x="{x}" y="{y:.1}" text-anchor="end">{percent}</text>"#)?;
        }
        let turns = graph.turns.len();
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| turns / step <= MOST_TICKS);
        let step = step.unwrap_or(1000);
        for turn in (step..=turns).step_by(step) {
            let (x, y) = (self.x(turn), BOTTOM + 20.0);
            writeln!(out, r#"<text class="faint" x="{x:.1}" y="{y}" text-anchor="middle">{turn}</text>"#)?;
        }
        let moves = escaped(&message!("analysis.graph.turns").render(lang));
        let y = BOTTOM + 20.0;
        writeln!(out, r#"<text class="faint" x="{}" y="{y}" text-anchor="end">{moves}</text>"#, LEFT - 8.0)
    }

    fn write_turning_points(&self, out: &mut String) -> fmt::Result {
        let mut written_to = f64::MIN;
        for (number, turn) in self.numbered().filter(|(_, turn)| turn.is_turning_point) {
            let x = self.x(number);
            let (from, to) = (TOP - 6.0, BOTTOM);
            writeln!(
                out,
                r#"<line class="turning" x1="{x:.1}" y1="{from}" x2="{x:.1}" y2="{to}"><title>{}</title></line>"#,
                escaped(&self.name(number, turn))
            )?;
            // Numbers do not run into each other; the description has them all.
            if x - written_to >= 34.0 {
                let y = TOP - 10.0;
                writeln!(
                    out,
                    r#"<text class="turning-number" x="{x:.1}" y="{y}" text-anchor="middle">{number}</text>"#
                )?;
                written_to = x;
            }
        }
        Ok(())
    }

    fn write_marks(&self, out: &mut String) -> fmt::Result {
        for (number, turn) in self.numbered() {
            if let Some(mark) = turn.mark {
                let name = escaped(&self.name(number, turn));
                write_mark(mark, self.x(number), self.y(turn.chance.0), &name, out)?;
            }
        }
        Ok(())
    }

    /// What the shapes mean.
    fn write_key(&self, out: &mut String) -> fmt::Result {
        let lang = self.lang;
        let column = (RIGHT - LEFT) / 4.0;
        let y = BOTTOM + 52.0;
        let mut x = LEFT + 6.0;
        for mark in Mark::ALL {
            let text = escaped(&mark.text().render(lang));
            write_mark(mark, x, y, &text, out)?;
            writeln!(
                out,
                r#"<text class="ink" x="{}" y="{}">{text} {}</text>"#,
                x + 14.0,
                y + 5.0,
                mark.sign()
            )?;
            x += column;
        }
        let text = escaped(&message!("analysis.graph.turning-point").render(lang));
        writeln!(out, r#"<line class="turning" x1="{x}" y1="{}" x2="{x}" y2="{}"/>"#, y - 9.0, y + 9.0)?;
        writeln!(out, r#"<text class="ink" x="{}" y="{}">{text}</text>"#, x + 14.0, y + 5.0)
    }

    /// The turns with their numbers from 1.
    fn numbered(&self) -> impl Iterator<Item = (usize, &GraphTurn)> {
        (1..).zip(&self.graph.turns)
    }

    /// A turn in words: `12. D4-D6, blunder, 35 %`.
    fn name(&self, number: usize, turn: &GraphTurn) -> String {
        let chance = percent(turn.chance.0).render(self.lang);
        match turn.mark {
            Some(mark) => format!("{number}. {}, {}, {chance}", turn.text, mark.text().render(self.lang)),
            None => format!("{number}. {}, {chance}", turn.text),
        }
    }

    /// All that the picture shows, in sentences.
    fn description(&self) -> String {
        let (graph, lang) = (self.graph, self.lang);
        let last = graph.turns.last().map_or(graph.start, |turn| turn.chance);
        let course = message!("analysis.graph.course")
            .with("turns", graph.turns.len())
            .with("light", graph.light.clone())
            .with("dark", graph.dark.clone())
            .with("first", percent(graph.start.0))
            .with("last", percent(last.0));
        let listed = |key: &'static str, wanted: fn(&GraphTurn) -> bool| {
            let names: Vec<String> = self
                .numbered()
                .filter(|(_, turn)| wanted(turn))
                .map(|(number, turn)| self.name(number, turn))
                .collect();
            (!names.is_empty()).then(|| message!(key).text("turns", names.join("; ")).render(lang))
        };
        let turning = listed("analysis.graph.turning-points", |turn| turn.is_turning_point);
        let marked = listed("analysis.graph.marked", |turn| turn.mark.is_some());
        let sentences = [Some(course.render(lang)), turning, marked];
        sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Where the position after so many turns is.
    fn x(&self, turns: usize) -> f64 {
        LEFT + (RIGHT - LEFT) * turns as f64 / self.graph.turns.len().max(1) as f64
    }

    /// Where a chance of the light side is.
    fn y(&self, chance: Chance) -> f64 {
        BOTTOM - (BOTTOM - TOP) * self.graph.axis.height(chance)
    }
}

/// A circle, a triangle or a diamond.
fn write_mark(mark: Mark, x: f64, y: f64, name: &str, out: &mut String) -> fmt::Result {
    let class = format!("mark {}", mark.name());
    let corners = |corners: &[(f64, f64)]| -> String {
        let corners: Vec<String> =
            corners.iter().map(|(right, down)| format!("{:.1},{:.1}", x + right, y + down)).collect();
        corners.join(" ")
    };
    match mark {
        Mark::Doubtful => {
            writeln!(
                out,
                r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="5.5"><title>{name}</title></circle>"#
            )
        }
        Mark::Error => {
            let corners = corners(&[(0.0, -7.5), (7.5, 5.5), (-7.5, 5.5)]);
            writeln!(out, r#"<polygon class="{class}" points="{corners}"><title>{name}</title></polygon>"#)
        }
        Mark::Blunder => {
            let corners = corners(&[(0.0, -9.0), (9.0, 0.0), (0.0, 9.0), (-9.0, 0.0)]);
            writeln!(out, r#"<polygon class="{class}" points="{corners}"><title>{name}</title></polygon>"#)
        }
    }
}

/// A chance in words.
fn percent(chance: Chance) -> Message {
    message!("analysis.percent").decimal("percent", chance.percent(), 0)
}

/// A text as XML writes it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(turns: usize) -> Graph {
        let turn = |number: usize| GraphTurn {
            text: "A<B".to_owned(),
            chance: ForLight(Chance::from_percent(number as u16 % 100)),
            mark: Mark::ALL.get(number % 5).copied(),
            is_turning_point: number.is_multiple_of(7),
        };
        Graph {
            title: message!("analysis.graph.title"),
            light: message!("analysis.mark.error"),
            dark: message!("analysis.mark.blunder"),
            axis: if turns == 3 { Axis::Chances } else { Axis::Odds },
            start: ForLight(Chance::EVEN),
            turns: (0..turns).map(turn).collect(),
        }
    }

    /// Every tag that is opened is closed in its order, and no text has a bare sign of XML.
    fn assert_well_formed(picture: &str) {
        let mut open = Vec::new();
        let mut rest = picture;
        while let Some(start) = rest.find('<') {
            assert!(!rest[..start].contains('>'), "a bare >: {}", &rest[..start]);
            let end = start + rest[start..].find('>').expect("a tag that ends");
            let tag = &rest[start + 1..end];
            assert!(!tag.contains('<'), "{tag}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{tag}");
            } else if !tag.ends_with('/') {
                open.push(tag.split_whitespace().next().unwrap_or_default());
            }
            rest = &rest[end + 1..];
        }
        assert!(open.is_empty(), "{open:?}");
        for (at, _) in picture.match_indices('&') {
            let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
            assert!(entities.iter().any(|entity| picture[at..].starts_with(entity)));
        }
    }

    #[test]
    fn the_picture_is_well_formed_and_complete_in_every_language() {
        for lang in Lang::ALL {
            for turns in [0, 1, 40, 700] {
                let picture = svg(&[graph(turns), graph(3)], lang);
                assert_well_formed(&picture);
                assert_eq!(picture.matches("<polyline").count(), 2);
                assert_eq!(picture.matches("<desc").count(), 2);
                assert!(!picture.contains("analysis.") && !picture.contains("NaN"), "{picture}");
            }
            assert!(svg(&[], lang).ends_with("</svg>\n"));
        }
    }

    #[test]
    fn marks_have_shapes_of_their_own_and_turning_points_a_line() {
        let picture = svg(&[graph(8)], Lang::En);
        // Numbers 1 and 6 are doubtful, 2 and 7 errors, 3 and 8 blunders; each once more in the key.
        let count = |class: &str| picture.matches(&format!(r#"class="mark {class}""#)).count();
        assert_eq!([count("doubtful"), count("error"), count("blunder")], [3; 3]);
        assert_eq!(picture.matches(r#"class="turning""#).count(), 2 + 1);
    }
}
