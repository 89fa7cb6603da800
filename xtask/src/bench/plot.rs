//! Ratios as bars, in SVG.

use std::fmt::Write as _;

use super::statistics::Summary;

/// One bar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bar {
    /// What was measured.
    pub(super) label: &'static str,
    /// How much of the other's time it took.
    pub(super) ratio: Summary,
}

/// Draws bars to the scale of the longest, with a line at 1 and the quartiles as
/// whiskers.
pub(super) fn draw(title: &str, bars: &[Bar]) -> String {
    let longest = bars
        .iter()
        .map(|bar| bar.ratio.high)
        .fold(1.0_f64, f64::max);
    let scale = (WIDTH - LABELS - MARGIN * 3.0 - VALUES) / longest;
    let height = TOP + ROW * f64::from(u32::try_from(bars.len()).unwrap_or(u32::MAX)) + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"14\" role=\"img\">\n\
         <title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"28\" font-weight=\"600\" fill=\"#1f2733\">{title}</text>\n"
    );
    let left = LABELS + MARGIN;
    let mut y = TOP;
    for bar in bars {
        let Summary { low, median, high } = bar.ratio;
        let (middle, text) = (y + BAR / 2.0, y + BAR / 2.0 + 5.0);
        let [low, end, high] = [low, median, high].map(|ratio| left + ratio * scale);
        let _ = write!(
            svg,
            "<text x=\"{LABELS}\" y=\"{text}\" text-anchor=\"end\" fill=\"#1f2733\">{label}</text>\n\
             <rect x=\"{left}\" y=\"{y}\" width=\"{width:.1}\" height=\"{BAR}\" rx=\"3\" fill=\"#2f6fde\"/>\n\
             <path d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {above}v10M{high:.1} {above}v10\" stroke=\"#1f2733\" fill=\"none\"/>\n\
             <text x=\"{value:.1}\" y=\"{text}\" fill=\"#1f2733\">{median:.2}</text>\n",
            label = bar.label,
            width = end - left,
            above = middle - 5.0,
            value = high.max(end) + 8.0,
        );
        y += ROW;
    }
    let one = left + scale;
    let _ = write!(
        svg,
        "<path d=\"M{one:.1} {}V{}\" stroke=\"#8a94a6\" stroke-dasharray=\"4 4\"/>\n</svg>\n",
        TOP - 8.0,
        height - MARGIN / 2.0,
    );
    svg
}

const WIDTH: f64 = 760.0;
const LABELS: f64 = 250.0;
const VALUES: f64 = 40.0;
const MARGIN: f64 = 16.0;
const TOP: f64 = 52.0;
const ROW: f64 = 36.0;
const BAR: f64 = 20.0;
