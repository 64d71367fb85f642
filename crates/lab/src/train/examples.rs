//! Positions as a net sees them, with what it should say about them.

/// A position as a net sees it, with what it should say.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// The inputs that are there.
    pub inputs: &'a [u16],
    /// The output that speaks.
    pub output: usize,
    /// The chance of winning that it should say: the defenders' in tafl, in tavli that of the side that throws next.
    pub target: f32,
}

/// Examples, all inputs in one list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    inputs: Vec<u16>,
    /// Where each example's inputs end.
    ends: Vec<u32>,
    outputs: Vec<u8>,
    targets: Vec<f32>,
}

impl Examples {
    /// How many there are.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One of them.
    pub fn get(&self, number: usize) -> Example<'_> {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        Example {
            inputs: &self.inputs[begin..self.ends[number] as usize],
            output: usize::from(self.outputs[number]),
            target: self.targets[number],
        }
    }

    /// Adds one. `visit` puts the inputs that are there at the end of a list and returns the number of the output that speaks.
    pub fn add(&mut self, target: f32, visit: impl FnOnce(&mut Vec<u16>) -> usize) {
        let output = visit(&mut self.inputs);
        self.ends.push(self.inputs.len() as u32);
        self.outputs.push(output as u8);
        self.targets.push(target);
    }

    /// Adds others.
    pub fn append(&mut self, other: &Examples) {
        let before = self.inputs.len() as u32;
        self.inputs.extend(&other.inputs);
        self.ends.extend(other.ends.iter().map(|end| end + before));
        self.outputs.extend(&other.outputs);
        self.targets.extend(&other.targets);
    }
}

/// Examples to learn from and to test with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Split {
    /// To learn from.
    pub training: Examples,
    /// To test with: positions of other games.
    pub held_out: Examples,
}
