//! A net of either game while it learns: the same as the engine's, in fractions instead of whole numbers.

use fastrand::Rng;
use tablen_engine::net::Numbers;
use tablen_engine::tafl;

use super::examples::Example;

/// The first layer's weights stay below this, so that sums of whole numbers fit into 16 bits.
const MOST_WEIGHT: f32 = 1.98;

/// So do the weights of the outputs. Of the two games' files tafl's hold a little more; what tavli's do not hold is cut off when it is written.
const MOST_OUTPUT_WEIGHT: f32 = tafl::net::MOST_OUTPUT_WEIGHT as f32 / tafl::net::OUTPUT_UNIT as f32;

/// The numbers of a net with so many hidden neurons, or a gradient, or what an optimiser remembers of each. How many there are is known when
/// it is compiled, so that their sums are vector instructions.
#[derive(Clone, Debug, PartialEq)]
pub struct Network<const HIDDEN: usize> {
    /// A row for each input and, as the last, the biases.
    rows: Vec<[f32; HIDDEN]>,
    outputs: Vec<[f32; HIDDEN]>,
    output_bias: Vec<f32>,
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// All zero.
    pub fn zero(inputs: usize, outputs: usize) -> Network<HIDDEN> {
        Network {
            rows: vec![[0.0; HIDDEN]; inputs + 1],
            outputs: vec![[0.0; HIDDEN]; outputs],
            output_bias: vec![0.0; outputs],
        }
    }

    /// Small random numbers to begin with.
    pub fn random(inputs: usize, outputs: usize, luck: &mut Rng) -> Network<HIDDEN> {
        let mut network = Network::zero(inputs, outputs);
        let mut spread = |layer: &mut [f32; HIDDEN], most: f32, middle: f32| {
            for number in layer {
                *number = (luck.f32() * 2.0 - 1.0) * most + middle;
            }
        };
        for row in &mut network.rows {
            spread(row, 0.15, 0.0);
        }
        spread(&mut network.rows[inputs], 0.1, 0.2);
        // All outputs begin alike: they stand for much the same.
        let mut first = [0.0; HIDDEN];
        spread(&mut first, 0.15, 0.0);
        network.outputs.fill(first);
        network
    }

    /// What the hidden neurons say before they are clipped.
    #[inline]
    fn hidden(&self, inputs: &[u16]) -> [f32; HIDDEN] {
        let mut hidden = self.rows[self.rows.len() - 1];
        for input in inputs {
            let row = &self.rows[usize::from(*input)];
            for neuron in 0..HIDDEN {
                hidden[neuron] += row[neuron];
            }
        }
        hidden
    }

    /// What an output says, in log odds.
    #[cfg(test)]
    pub(crate) fn odds(&self, inputs: &[u16], output: usize) -> f32 {
        self.odds_of(&self.hidden(inputs), output)
    }

    #[inline]
    fn odds_of(&self, hidden: &[f32; HIDDEN], output: usize) -> f32 {
        let weights = &self.outputs[output];
        // Eight sums side by side: one after the other could not be vectorised.
        let mut sums = [0.0f32; 8];
        for (values, weights) in hidden.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0) {
            for lane in 0..8 {
                let clipped = values[lane].clamp(0.0, 1.0);
                sums[lane] += clipped * clipped * weights[lane];
            }
        }
        sums.iter().sum::<f32>() + self.output_bias[output]
    }

    #[inline]
    fn chance(&self, hidden: &[f32; HIDDEN], output: usize) -> f32 {
        1.0 / (1.0 + (-self.odds_of(hidden, output)).exp())
    }

    /// The square of how far off it is on an example.
    pub fn error(&self, example: &Example<'_>) -> f32 {
        let error = self.chance(&self.hidden(example.inputs), example.output) - example.target;
        error * error
    }

    /// The same, and adds the gradient to one.
    #[inline]
    pub fn learn(&self, example: &Example<'_>, gradient: &mut Network<HIDDEN>) -> f32 {
        let hidden = self.hidden(example.inputs);
        let chance = self.chance(&hidden, example.output);
        let error = chance - example.target;
        let slope = 2.0 * error * chance * (1.0 - chance);
        let weights = &self.outputs[example.output];
        let output_gradient = &mut gradient.outputs[example.output];
        let mut back = [0.0; HIDDEN];
        for neuron in 0..HIDDEN {
            let clipped = hidden[neuron].clamp(0.0, 1.0);
            output_gradient[neuron] += slope * clipped * clipped;
            // Beyond its bounds a neuron does not react.
            let reacts = if hidden[neuron] == clipped { 1.0 } else { 0.0 };
            back[neuron] = slope * weights[neuron] * 2.0 * clipped * reacts;
        }
        gradient.output_bias[example.output] += slope;
        let bias = gradient.rows.len() - 1;
        for input in example.inputs.iter().map(|input| usize::from(*input)).chain([bias]) {
            let row = &mut gradient.rows[input];
            for neuron in 0..HIDDEN {
                row[neuron] += back[neuron];
            }
        }
        error * error
    }

    /// Sets all numbers to zero.
    pub fn clear(&mut self) {
        self.rows.fill([0.0; HIDDEN]);
        self.outputs.fill([0.0; HIDDEN]);
        self.output_bias.fill(0.0);
    }

    /// All numbers in lists that belong together.
    fn lists_mut(&mut self) -> [&mut [f32]; 3] {
        [self.rows.as_flattened_mut(), self.outputs.as_flattened_mut(), &mut self.output_bias]
    }

    /// All numbers.
    pub fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        let lists = [self.rows.as_flattened(), self.outputs.as_flattened(), &self.output_bias];
        lists.into_iter().flatten().copied()
    }

    /// Takes all numbers from a list; says whether there were as many as there should be.
    pub fn set_numbers(&mut self, numbers: &mut impl Iterator<Item = f32>) -> bool {
        for list in self.lists_mut() {
            for place in list {
                let Some(number) = numbers.next() else { return false };
                *place = number;
            }
        }
        true
    }

    /// A net of the engine's whole numbers, to go on from; nothing if it has another shape.
    pub fn of(numbers: &Numbers, units: &Units, inputs: usize, outputs: usize) -> Option<Network<HIDDEN>> {
        let known = numbers.bias.len();
        let counts = [inputs * known, outputs * known, outputs];
        if known > HIDDEN || [numbers.rows.len(), numbers.outputs.len(), numbers.output_bias.len()] != counts
        {
            return None;
        }
        // Neurons that the net does not have yet react to this and that and say nothing until they have learned something.
        let mut network = Network::random(inputs, outputs, &mut Rng::with_seed(1));
        let first_layer = numbers.rows.chunks_exact(known).chain([numbers.bias.as_slice()]);
        for (row, numbers) in network.rows.iter_mut().zip(first_layer) {
            for (place, number) in row.iter_mut().zip(numbers) {
                *place = f32::from(*number) / units.first_layer;
            }
        }
        for (weights, numbers) in network.outputs.iter_mut().zip(numbers.outputs.chunks_exact(known)) {
            weights.fill(0.0);
            for (place, number) in weights.iter_mut().zip(numbers) {
                *place = f32::from(*number) / units.output;
            }
        }
        for (place, number) in network.output_bias.iter_mut().zip(&numbers.output_bias) {
            *place = *number as f32 / units.output_bias;
        }
        Some(network)
    }

    /// The same in whole numbers, for the engine.
    pub fn quantised(&self, units: &Units) -> Numbers {
        let whole = |number: &f32, unit: f32| (number * unit).round().clamp(-32_767.0, 32_767.0) as i16;
        let output = |number: &f32| {
            whole(number, units.output).clamp(-units.most_output_weight, units.most_output_weight)
        };
        let mut rows: Vec<i16> =
            self.rows.as_flattened().iter().map(|number| whole(number, units.first_layer)).collect();
        let bias = rows.split_off(rows.len() - HIDDEN);
        Numbers {
            rows,
            bias,
            outputs: self.outputs.as_flattened().iter().map(output).collect(),
            output_bias: self
                .output_bias
                .iter()
                .map(|number| (number * units.output_bias).round() as i32)
                .collect(),
        }
    }
}

/// What stands for 1 in the whole numbers of a game's nets.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// In the first layer.
    pub first_layer: f32,
    /// In the weights of the outputs.
    pub output: f32,
    /// In their biases.
    pub output_bias: f32,
    /// No weight of an output is larger.
    pub most_output_weight: i16,
}

/// The Adam optimiser: steps scaled by the mean and the spread of past gradients.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam<const HIDDEN: usize> {
    /// The means of gradients.
    pub means: Network<HIDDEN>,
    /// The means of their squares.
    pub squares: Network<HIDDEN>,
    /// How many steps have been made.
    pub steps: u32,
}

impl<const HIDDEN: usize> Adam<HIDDEN> {
    const MEMORY: f32 = 0.9;
    const SQUARES_MEMORY: f32 = 0.999;

    /// For a net of that shape.
    pub fn new(inputs: usize, outputs: usize) -> Adam<HIDDEN> {
        let zero = Network::zero(inputs, outputs);
        Adam { means: zero.clone(), squares: zero, steps: 0 }
    }

    /// One step along the mean gradient of so many examples.
    pub fn step(
        &mut self,
        network: &mut Network<HIDDEN>,
        gradient: &mut Network<HIDDEN>,
        examples: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let rate = rate * (1.0 - Self::SQUARES_MEMORY.powi(steps)).sqrt() / (1.0 - Self::MEMORY.powi(steps));
        let share = 1.0 / examples.max(1) as f32;
        let bounds = [MOST_WEIGHT, MOST_OUTPUT_WEIGHT, 16.0];
        let lists = network.lists_mut().into_iter().zip(gradient.lists_mut());
        let memory = self.means.lists_mut().into_iter().zip(self.squares.lists_mut());
        for (((numbers, gradients), (means, squares)), most) in lists.zip(memory).zip(bounds) {
            for (((number, gradient), mean), square) in
                numbers.iter_mut().zip(gradients).zip(means).zip(squares)
            {
                let gradient = *gradient * share;
                *mean += (1.0 - Self::MEMORY) * (gradient - *mean);
                *square += (1.0 - Self::SQUARES_MEMORY) * (gradient * gradient - *square);
                *number = (*number - rate * *mean / (square.sqrt() + 1e-8)).clamp(-most, most);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_the_slope() {
        let mut luck = Rng::with_seed(4);
        let network = Network::<64>::random(10, 2, &mut luck);
        let example = Example { inputs: &[1, 4, 7], output: 1, target: 0.9 };
        let mut gradient = Network::zero(10, 2);
        network.learn(&example, &mut gradient);
        let numbers: Vec<f32> = network.numbers().collect();
        let gradients: Vec<f32> = gradient.numbers().collect();
        for place in (0..numbers.len()).step_by(37) {
            let error = |difference: f32| {
                let mut changed = network.clone();
                let moved = numbers.iter().enumerate();
                let mut moved =
                    moved.map(|(index, number)| number + if index == place { difference } else { 0.0 });
                assert!(changed.set_numbers(&mut moved));
                f64::from(changed.error(&example))
            };
            let slope = ((error(1e-2) - error(-1e-2)) / 2e-2) as f32;
            assert!((slope - gradients[place]).abs() < 2e-4, "{place}: {slope} and {}", gradients[place]);
        }
    }
}
