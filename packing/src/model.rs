//! What the next bit of a module will be.

#![expect(
    clippy::indexing_slicing,
    reason = "indices are masked to the length of their table"
)]

/// Foretells the next bit of a module from those before it.
///
/// Each of five contexts remembers how likely a set bit was where it last held.
/// What they say is added up by weights, which move towards those that were right
/// (logistic mixing, as in the PAQ family of compressors).
#[derive(Debug)]
pub struct Model<'a> {
    slots: &'a mut Slots,
    tables: &'a mut Tables,
    /// The last four instructions and the last four bytes, the newest lowest.
    instructions: u32,
    bytes: u32,
    /// Operands that are still to come, and how many bytes of this one came.
    operands: u32,
    operand_bytes: u32,
    /// The bits of the byte so far, below a one; and those of its half.
    bits: u32,
    bits_of_half: u32,
    /// Of each context, for the byte and for its half: a half's slots lie together,
    /// so that the processor fetches them at once.
    hashes: [u32; CONTEXTS],
    halves: [u32; CONTEXTS],
    /// Of the bit that was foretold last.
    inputs: [f64; CONTEXTS],
    rows: [u32; 2],
    likelihood: f64,
}

/// What was seen in each context, zeroed at first: how likely a set bit was, from the
/// lowest number for never to the highest for always. The lowest five bits count
/// how often it was seen, up to `MEMORY`. All contexts share the slots: the more
/// there are, the fewer meet.
pub type Slots = [i32; SLOTS];

/// What else a model needs room for.
#[derive(Debug)]
pub struct Tables {
    /// What is added to [`FIRST_WEIGHT`] for each context, by the place in an
    /// instruction and the bits of the byte so far, then by the place and the
    /// instruction.
    weights: [[f64; CONTEXTS]; 2048],
    /// `ln(p / (1 - p))`, by `4096 p`.
    stretch: [f64; 4096],
}

impl Tables {
    /// Tables that know nothing.
    pub const NEW: Self = Self {
        weights: [[0.0; CONTEXTS]; 2048],
        stretch: [0.0; 4096],
    };
}

impl<'a> Model<'a> {
    /// A model that has seen nothing yet; slots and tables are new.
    pub fn new(slots: &'a mut Slots, tables: &'a mut Tables) -> Self {
        let mut value = 0.0;
        for at in 2048..4096_usize {
            // The curve's slope is 1 / (p (1 - p)).
            let middle = at as f64 + 0.5;
            value += 4096.0 / (middle * (4096.0 - middle));
            tables.stretch[at & 4095] = value;
            tables.stretch[(4095 - at) & 4095] = -value;
        }
        let mut model = Self {
            slots,
            tables,
            instructions: 0,
            bytes: 0,
            operands: 0,
            operand_bytes: 0,
            bits: 1,
            bits_of_half: 1,
            hashes: [0; CONTEXTS],
            halves: [0; CONTEXTS],
            inputs: [0.0; CONTEXTS],
            rows: [0; 2],
            likelihood: 0.0,
        };
        model.begin_byte();
        model
    }

    /// How likely the next bit is a set one: between 0 and 1, and neither.
    pub fn foretell(&mut self) -> f64 {
        if self.bits == 1 || self.bits >> 4 == 1 {
            self.bits_of_half = 1;
            for (half, hash) in self.halves.iter_mut().zip(self.hashes) {
                *half = hash
                    .wrapping_add(self.bits.wrapping_mul(0xd6e8_feb9))
                    .wrapping_mul(0x2545_f491)
                    >> SHIFT;
            }
        }
        let instruction = self.instructions & 255;
        self.rows = [
            self.operands * 256 + self.bits,
            self.operands * 256 + instruction + 768,
        ];
        let [row, other_row] = self
            .rows
            .map(|row| &self.tables.weights[row as usize & 2047]);
        let mut sum = 0.0;
        for context in 0..CONTEXTS {
            let slot = (self.halves[context] ^ self.bits_of_half) as usize & (SLOTS - 1);
            let likely = (self.slots[slot] >> 20) + 2048;
            let input = self.tables.stretch[likely as usize & 4095];
            self.inputs[context] = input;
            sum += (FIRST_WEIGHT + row[context] + other_row[context]) * input;
        }
        // 1 / (1 + exp(-sum)), nearly.
        let mut power = 1.0 - sum.clamp(-20.0, 20.0) / 256.0;
        for _ in 0..8 {
            power *= power;
        }
        self.likelihood = (1.0 / (1.0 + power)).clamp(LEAST, 1.0 - LEAST);
        self.likelihood
    }

    /// Takes in what the bit was; gives the byte it ended.
    pub fn learn(&mut self, bit: bool) -> Option<u8> {
        let error = f64::from(u8::from(bit)) - self.likelihood;
        // What was foretold that well teaches nothing, and is nearly half of all.
        if !(-NEGLIGIBLE..=NEGLIGIBLE).contains(&error) {
            self.adjust(bit, error * RATE);
        }
        self.bits = self.bits << 1 | u32::from(bit);
        self.bits_of_half = self.bits_of_half << 1 | u32::from(bit);
        if self.bits < 256 {
            return None;
        }
        let byte = self.bits as u8;
        self.end_byte(byte);
        self.begin_byte();
        Some(byte)
    }

    fn adjust(&mut self, bit: bool, change: f64) {
        let bound = f64::from(if bit { i32::MAX } else { i32::MIN });
        for context in 0..CONTEXTS {
            for row in self.rows {
                self.tables.weights[row as usize & 2047][context] += change * self.inputs[context];
            }
            let slot = (self.halves[context] ^ self.bits_of_half) as usize & (SLOTS - 1);
            let slot = &mut self.slots[slot];
            let before = f64::from(*slot);
            let seen = *slot & 31;
            let after = before + (bound - before) / (f64::from(seen) + FIRST_SEEN);
            *slot = after as i32 & !31 | (seen + 1).min(MEMORY);
        }
    }

    fn end_byte(&mut self, byte: u8) {
        self.bytes = self.bytes << 8 | u32::from(byte);
        if self.operands == 0 {
            self.instructions = self.instructions << 8 | u32::from(byte);
            self.operands = operands(byte);
            self.operand_bytes = 0;
        } else if byte < 128 {
            self.operands -= 1;
            self.operand_bytes = 0;
        } else {
            self.operand_bytes = (self.operand_bytes + 1).min(3);
        }
    }

    /// The contexts a byte stands in: its place in its instruction, with the
    /// instructions and bytes before it.
    fn begin_byte(&mut self) {
        self.bits = 1;
        let mut number = self.operands * 4 + self.operand_bytes;
        let contexts = [
            0,
            self.instructions & 0xff,
            self.instructions & 0xffff,
            self.instructions,
            self.instructions << 24 | self.bytes & 0xff_ffff,
        ];
        self.hashes = contexts.map(|context| {
            number += 64;
            context
                .wrapping_mul(0x2f0b_4c47)
                .wrapping_add(number.wrapping_mul(0x9e37_79b1))
        });
    }
}

/// How many operands an instruction has. What this leaves out (a block's list of
/// labels, rare prefixes) sets the model on the wrong track for a few bytes, no
/// more.
const fn operands(instruction: u8) -> u32 {
    match instruction {
        0x02..=0x04 | 0x0c | 0x0d | 0x10 | 0x20..=0x27 | 0x41 | 0x42 => 1,
        0x11 | 0x28..=0x3e => 2,
        _ => 0,
    }
}

const CONTEXTS: usize = 5;

/// A larger table packs a little better, and takes more of the page's memory
/// while a module is read.
pub(crate) const SLOTS: usize = 1 << 20;
const SHIFT: u32 = 32 - 20;

// Found by trial on the widget's module.
const FIRST_WEIGHT: f64 = 0.34;
const FIRST_SEEN: f64 = 1.3;
const MEMORY: i32 = 16;
const RATE: f64 = 0.006;
const NEGLIGIBLE: f64 = 0.02;

/// No bit is ever certain.
const LEAST: f64 = 1.0 / 4096.0;
