//! The figures of a run, and the tables they make.

use std::{collections::BTreeMap, fmt::Write as _, time::Duration};

use super::{CONNECTIONS, load::Rate, median};

/// One of the two servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// Ours.
    Emulator,
    /// The other.
    Prism,
}

impl Side {
    pub(super) const BOTH: [Self; 2] = [Self::Emulator, Self::Prism];
}

/// What a figure counts.
#[derive(Debug, Clone, Copy)]
enum Unit {
    Mib,
    Ms,
    PerSecond,
}

/// The figures of a run.
#[derive(Debug, Default)]
pub(super) struct Results {
    starts_ms: BTreeMap<Side, Vec<f64>>,
    memory_kib: BTreeMap<Side, Vec<f64>>,
    rates: BTreeMap<(Side, u32), Vec<Rate>>,
    /// What a request costs by the number of records.
    pub(super) growth: Vec<Growth>,
}

/// What one request costs when there are so many records, in µs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Growth {
    pub(super) records: u32,
    pub(super) read_us: f64,
    pub(super) list_us: f64,
    pub(super) create_us: f64,
    pub(super) update_us: f64,
    pub(super) find_us: f64,
    pub(super) resident_kib: Option<f64>,
}

impl Results {
    pub(super) fn start(&mut self, side: Side, time: Duration) {
        let starts = self.starts_ms.entry(side).or_default();
        starts.push(time.as_secs_f64() * 1e3);
    }

    pub(super) fn memory(&mut self, side: Side, kib: Option<f64>) {
        self.memory_kib.entry(side).or_default().extend(kib);
    }

    pub(super) fn load(&mut self, side: Side, connections: u32, rate: Rate) {
        self.rates
            .entry((side, connections))
            .or_default()
            .push(rate);
    }

    /// Both tables.
    pub(super) fn section(&self) -> String {
        let rounds = self.starts_ms.values().map(Vec::len).max().unwrap_or(0);
        let mut text = format!(
            "Medians of {rounds} rounds.\n\n| what | emulator | Prism | the emulator is better by |\n|---|--:|--:|--:|\n"
        );
        let mut row = |name: &str, unit: Unit, figure: &dyn Fn(Side) -> Option<f64>| {
            let [ours, theirs] = Side::BOTH.map(figure);
            let cell = |figure: Option<f64>| match (figure, unit) {
                (None, _) => "–".to_owned(),
                (Some(figure), Unit::PerSecond) => format!("{figure:.0}"),
                (Some(figure), Unit::Ms) => format!("{figure:.1} ms"),
                (Some(figure), Unit::Mib) => format!("{figure:.1} MiB"),
            };
            // Of requests more are better, of time and memory less.
            let factor = match (ours, theirs, unit) {
                (Some(ours), Some(theirs), Unit::PerSecond) if theirs > 0.0 => Some(ours / theirs),
                (Some(ours), Some(theirs), Unit::Ms | Unit::Mib) if ours > 0.0 => {
                    Some(theirs / ours)
                }
                _ => None,
            };
            let ratio = factor.map_or("–".to_owned(), |factor| format!("{factor:.1} times"));
            let _ = writeln!(
                text,
                "| {name} | {} | {} | {ratio} |",
                cell(ours),
                cell(theirs)
            );
        };
        row("start to first answer", Unit::Ms, &|side| {
            median(self.starts_ms.get(&side)?)
        });
        row("memory when idle (resident)", Unit::Mib, &|side| {
            median(self.memory_kib.get(&side)?).map(|kib| kib / 1024.0)
        });
        for connections in CONNECTIONS {
            let rates = |side: Side, figure: fn(&Rate) -> f64| {
                let rates = self.rates.get(&(side, connections))?;
                median(&rates.iter().map(figure).collect::<Vec<_>>())
            };
            let over = if connections == 1 {
                "1 connection".to_owned()
            } else {
                format!("{connections} connections")
            };
            row(
                &format!("requests per second, {over}"),
                Unit::PerSecond,
                &|side| rates(side, |rate| rate.requests_per_second),
            );
            row(&format!("99th percentile, {over}"), Unit::Ms, &|side| {
                rates(side, |rate| rate.p99_ms)
            });
        }
        text.push_str(
            "\n| contacts in the emulator | read one | list 10 | find a caller | change one | make one | memory |\n\
             |--:|--:|--:|--:|--:|--:|--:|\n",
        );
        for growth in &self.growth {
            let _ = write!(text, "| {} |", growth.records);
            for figure in [
                growth.read_us,
                growth.list_us,
                growth.find_us,
                growth.update_us,
                growth.create_us,
            ] {
                let _ = write!(text, " {figure:.0} µs |");
            }
            let _ = match growth.resident_kib {
                Some(kib) => writeln!(text, " {:.1} MiB |", kib / 1024.0),
                None => writeln!(text, " – |"),
            };
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_side_by_side_with_their_ratio() {
        let mut results = Results::default();
        for (side, factor) in [(Side::Emulator, 1), (Side::Prism, 100)] {
            for ms in [1, 2, 9] {
                results.start(side, Duration::from_millis(ms * factor));
            }
            results.memory(side, None);
            for rate in [10.0, 30.0] {
                let requests_per_second = match side {
                    Side::Emulator => rate,
                    Side::Prism => rate / 2.0,
                };
                let rate = Rate {
                    requests_per_second,
                    p99_ms: 2.0,
                };
                results.load(side, 16, rate);
            }
        }
        results.growth.push(Growth {
            records: 100,
            read_us: 1.0,
            list_us: 2.0,
            create_us: 5.0,
            update_us: 4.0,
            find_us: 3.0,
            resident_kib: Some(2048.0),
        });

        let section = results.section();

        assert!(section.starts_with("Medians of 3 rounds."), "{section}");
        for line in [
            "| start to first answer | 2.0 ms | 200.0 ms | 100.0 times |",
            "| memory when idle (resident) | – | – | – |",
            "| requests per second, 1 connection | – | – | – |",
            "| requests per second, 16 connections | 20 | 10 | 2.0 times |",
            "| 100 | 1 µs | 2 µs | 3 µs | 4 µs | 5 µs | 2.0 MiB |",
        ] {
            assert!(section.contains(line), "{line} in {section}");
        }
    }
}
