//! How near the attackers are to shutting corners off, where these are the goals.
//!
//! A wall is a diagonal line of men from edge to edge. Pieces move along rows and columns, so nobody passes it, and none of its men can be taken
//! while nobody stands behind it. Attackers who have such a wall before every corner cannot lose any more.

use tablen_rules::tafl::Rows;

/// Columns and rows that are looked at from a corner.
const REACH: usize = 7;

/// Each defender on a wall's line or behind it is as much in its way as so many men that are missing.
const IN_THE_WAY: u32 = 2;

/// Walls before the corners of a board.
#[derive(Clone, Debug)]
pub(super) struct CornerWalls {
    size: usize,
    /// How far from its corner, in columns and rows together, the farthest wall lies that counts.
    farthest: usize,
}

/// Men by how far they are from a corner, in columns and rows together: four bits for each distance.
type ByDistance = u64;

/// What a row of [`REACH`] columns adds up to, seen from its first column and from its last.
static ADDED: [[ByDistance; 1 << REACH]; 2] = {
    let mut added = [[0; 1 << REACH]; 2];
    let mut bits = 0;
    while bits < 1 << REACH {
        let mut column = 0;
        while column < REACH {
            let man = (bits >> column & 1) as ByDistance;
            added[0][bits] += man << (4 * column);
            added[1][bits] += man << (4 * (REACH - 1 - column));
            column += 1;
        }
        bits += 1;
    }
    added
};

impl CornerWalls {
    /// The smallest wall that counts: nearer men could be taken against the corner.
    const NEAREST: usize = 2;

    pub(super) fn new(size: u8) -> CornerWalls {
        let size = usize::from(size);
        CornerWalls { size, farthest: (size / 3).clamp(CornerWalls::NEAREST, REACH - 1) }
    }

    /// For each corner, how many men the best wall before it lacks.
    #[inline]
    pub(super) fn missing(&self, attackers: &Rows, defenders: &Rows) -> [u32; 4] {
        std::array::from_fn(|corner| {
            let [men, enemies] = [attackers, defenders].map(|rows| self.by_distance(rows, corner));
            let mut in_the_way = (enemies & 15) + (enemies >> 4 & 15);
            let walls = (CornerWalls::NEAREST..=self.farthest).map(|distance| {
                in_the_way += enemies >> (4 * distance) & 15;
                let lacking = distance as u64 + 1 - (men >> (4 * distance) & 15);
                lacking as u32 + IN_THE_WAY * in_the_way as u32
            });
            walls.min().unwrap_or(u32::MAX)
        })
    }

    #[inline]
    fn by_distance(&self, rows: &Rows, corner: usize) -> ByDistance {
        let (is_last_row, is_last_column) = (corner & 2 != 0, corner & 1 != 0);
        let first_column = if is_last_column { self.size.saturating_sub(REACH) } else { 0 };
        let added = &ADDED[usize::from(is_last_column)];
        (0..REACH.min(self.size))
            .map(|row| {
                let bits = rows[if is_last_row { self.size - 1 - row } else { row }];
                added[bits as usize >> first_column & ((1 << REACH) - 1)] << (4 * row)
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::Cell;

    use super::*;
    use crate::random::splitmix;

    /// By looking at every cell.
    fn missing_slowly(size: u8, attackers: &[Cell], defenders: &[Cell]) -> [u32; 4] {
        [(0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1)].map(|(column, row)| {
            let distance =
                |cell: &&Cell| u32::from(cell.column().abs_diff(column) + cell.row().abs_diff(row));
            (2..=(u32::from(size) / 3).min(6))
                .map(|wall| {
                    let standing = attackers.iter().filter(|cell| distance(cell) == wall).count() as u32;
                    let enemies = defenders.iter().filter(|cell| distance(cell) <= wall).count() as u32;
                    wall + 1 - standing + 2 * enemies
                })
                .min()
                .unwrap()
        })
    }

    #[test]
    fn walls_are_found_before_every_corner() {
        let mut luck = 4;
        let mut below = |most: usize| {
            luck = splitmix(luck);
            (luck % most as u64) as usize
        };
        for size in [13, 15, 17, 19] {
            let walls = CornerWalls::new(size);
            for _ in 0..300 {
                let mut cells: Vec<Cell> = Cell::all(size).collect();
                for place in 1..cells.len() {
                    cells.swap(place, below(place + 1));
                }
                let (attackers, rest) = cells.split_at(below(100));
                let defenders = &rest[..below(12)];
                let rows = |cells: &[Cell]| cells.iter().copied().collect::<Rows>();
                assert_eq!(
                    walls.missing(&rows(attackers), &rows(defenders)),
                    missing_slowly(size, attackers, defenders),
                    "{size}: {attackers:?} and {defenders:?}"
                );
            }
        }
    }

    #[test]
    fn a_whole_wall_lacks_nobody_until_an_enemy_is_behind_it() {
        let walls = CornerWalls::new(19);
        let wall: Rows = ["C1", "B2", "A3"].into_iter().map(|cell| cell.parse::<Cell>().unwrap()).collect();
        assert_eq!(walls.missing(&wall, &Rows::EMPTY), [0, 3, 3, 3]);
        let behind: Rows = ["A1".parse::<Cell>().unwrap()].into_iter().collect();
        assert_eq!(walls.missing(&wall, &behind)[0], 2);
    }
}
