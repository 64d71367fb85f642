//! Texts of one thing a line.

/// Reads one thing a line; lines that begin with `#` are remarks. Else the first line that is none, counted from 1, and what stands there.
pub(crate) fn read<T>(text: &str, read_line: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, (usize, String)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines.map(|(number, line)| read_line(line).ok_or_else(|| (number + 1, line.to_owned()))).collect()
}
