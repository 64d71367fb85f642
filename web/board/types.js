// @ts-check
// What the board takes and gives, and what its modules hand to one another. Types only: nothing runs here.

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').Colour} Colour */
/** @typedef {import('../protocol.js').Hint} Hint */

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say The sentence of a key in the reader's language. */

// What the board is given (README.md)

/**
 * Where people stand in the game: the view, every turn of the round shown, and how far back one looks: null is now, -1 the start.
 * A view without a board cannot be shown.
 * @typedef {{ view: View, lines: readonly Line[], look: number | null }} Scene
 */

/**
 * What somebody has played, as the protocol's command of that name. Places are those of the protocol: `E5`, `14`, `m4`, `hand`, `off`.
 * @typedef {{ command: 'move', from: string, to: string } | { command: 'turn', steps: StepCommand[] } | { command: 'roll' } |
 *   { command: 'undo-step' } | { command: 'confirm' }} Command
 */
/** @typedef {import('../protocol.js').StepChoice} StepCommand */

/** @typedef {'green' | 'red' | 'blue' | 'yellow'} Brush */

/**
 * Something drawn upon the position, by the ids of points (`E5`, `14`, `m4`, `hand-light`, `off-dark`). An arrow of less `weight` (0 to 1) is thinner and paler.
 * @typedef {{ kind: 'arrow', from: string, to: string, brush: Brush, weight?: number } | { kind: 'circle', at: string, brush: Brush }} Shape
 */

/**
 * @typedef {object} Events
 * @property {(command: Command) => void} [command] something was played
 * @property {(from: string, to: string | null) => void} [why] a piece was put where it cannot go, or touched (null) where none can be taken up; places of the protocol
 * @property {() => void} [touch] a piece is taken up or touched: what was said before is over
 * @property {(text: string) => void} [tell] what came of a key, for those who listen: where a piece that was taken up can go, or why it cannot be
 * @property {(move: Arrow | null) => void} [ahead] a move was chosen before one's turn, in places of the protocol; null when it is dropped
 * @property {(shapes: readonly Shape[]) => void} [draw] somebody has drawn, or wiped away what was drawn: all of it
 * @property {(at: string) => void} [cell] where pieces are set up: a point was clicked
 * @property {(from: string, to: string | null, kind: Kind) => void} [drop] where pieces are set up: one was dragged to another point, or off the board
 */

/**
 * @typedef {object} Config
 * @property {Say} say
 * @property {Scene | null} scene
 * @property {boolean} isFlipped whether the board is seen from its other side
 * @property {Hint | null} hint drawn on the present position until that changes
 * @property {readonly Shape[]} shapes drawn by the page, whatever the moment shown
 * @property {readonly Shape[] | null} strokes what somebody has drawn, where the page keeps it: a click or another position then wipes nothing away, and the page gives what `draw` tells
 * @property {Brush | null} brush while there is one, every pointer and Enter draw with it, and nothing is played
 * @property {boolean} premoves whether a move can be chosen while it is the other's turn; it is played when one's own comes and offers it
 * @property {boolean} isEditable pieces are set up: each can be dragged anywhere, and nothing is asked about what can be played
 * @property {boolean} walksAfterClick whether up and down begin to go from cell to cell where the board was only clicked; otherwise they are the page's until the keyboard comes by itself
 * @property {boolean} showsMovable whether pieces that can move have a faint rim
 * @property {boolean} animate whether pieces travel and dice roll; otherwise they fade
 * @property {boolean} sound
 * @property {Events} events
 */

/**
 * @typedef {object} Api
 * @property {(change: Partial<Config>) => void} set changes what is given and leaves the rest as it is
 * @property {() => import('./state.js').State} state as it is now; not to be changed
 * @property {(text: string) => void} refuse what was played is not to be: the piece goes back, and if there was one the reason is shown
 * @property {(text: string) => void} note shows a few words on the board for a while
 * @property {(clientX: number, clientY: number) => string | null} pointAt the id of the point at a place of the window
 * @property {(clientX: number, clientY: number) => boolean} explain says why what lies on the ledge there cannot be played; tells whether there is something to say
 * @property {() => number} stillIn for how many milliseconds something still moves
 * @property {() => boolean} letGo puts back what is held and drops a move chosen ahead; tells whether there was anything
 * @property {() => void} focus moves the keyboard to the board
 * @property {(step: 1 | -1) => void} focusNext moves the keyboard to the next or the last piece that can move, or place where the one in hand can go
 * @property {() => string} picture the position as an SVG file of its own
 * @property {() => void} destroy
 */

// What the families of games make of it (families/README in README.md)

/** @typedef {'light' | 'dark' | 'king'} Kind */
/** @typedef {{ id: number, kind: Kind, at: string }} Piece A piece keeps its id for the whole round. `at` is the id of a point. */
/** @typedef {[at: string, kind: Kind][]} Placement Every piece: where it is and what it is. */

/**
 * A place where pieces can be. Lengths are in board units; men are 38 wide on every board.
 * @typedef {object} Point
 * @property {string} id unique on the board: `E5`, `14`, `m4`, `hand-light`, `off-dark`, `taken-light`, `dice`
 * @property {string} place the place as the protocol calls it
 * @property {number} x the middle
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {'up' | 'down' | 'left' | 'right' | 'none'} stack the way in which men pile up
 */

/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {{ x: number, y: number, text: string }} Label */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * @typedef {object} Geometry
 * @property {number} width
 * @property {number} height
 * @property {Map<string, Point>} points
 * @property {string[][]} rows the points people can go to, as they are seen from top left to bottom right
 * @property {Label[]} labels
 * @property {Box} field the part of the picture that is the board itself
 * @property {Box | null} ledge where dice lie
 */

/**
 * The look of a board.
 * @typedef {object} Material
 * @property {string} name for the style sheet
 * @property {import('./sound.js').Material} sound what is heard when a man is put down on it
 * @property {(ground: { geometry: Geometry, id: string, view: View, isFlipped: boolean }) => string} ground the board without pieces, as SVG;
 *   names within it begin with `id`
 * @property {Record<Kind, string>} marks what is drawn on the pieces, as SVG
 */

/**
 * Where a piece can go from a point.
 * @typedef {object} Target
 * @property {string} to the id of a point
 * @property {readonly StepCommand[]} steps the dice that take it there; none where pieces move without dice
 * @property {readonly string[]} captures the points on which it takes men
 * @property {Command} command what plays it
 */

/** @typedef {{ kind: Kind | null, from: string, to: string, isTaken?: boolean }} PieceMove One piece goes from a point to another. `kind` is null where only one piece can be meant; who is taken or hit leaves when the other one arrives. */
/** @typedef {{ key: string, turn: string, moves: PieceMove[], sound: 'move' | 'capture' | 'hit' }} Change One thing that happened on the board: a move, or a step of a turn. Equal keys are the same thing. */

/** @typedef {{ from: string, to: string }} Arrow between two points */
/** @typedef {Arrow & { hit: string | null }} TrailStep a step, and the point where the man that it hit went */
/**
 * What is marked besides the targets.
 * @typedef {object} Marks
 * @property {{ shape: 'boxes', arrows: Arrow[] } | { shape: 'trail', steps: TrailStep[], kind: Kind }} last what was played last
 * @property {string[]} blocked points at which nothing can be played of what was thrown
 * @property {Arrow[]} routes ways that are open
 * @property {Arrow[]} threats
 * @property {string[]} calls keys of what is called out
 * @property {{ kind: 'captured' | 'escaped' | 'off', at: string } | null} end where a round was decided, once it is over
 */

/**
 * What lies on the ledge.
 * @typedef {object} DiceView
 * @property {string | null} roll
 * @property {readonly import('../protocol.js').Face[]} faces what is left of a throw that is being played, or could not be
 * @property {boolean} isAtRest whether they only lie there from the last turn
 */

/**
 * Whose turn it is to do what; `roll` is what was thrown.
 * @typedef {{ kind: 'move' | 'throw' | 'thrown' | 'confirm' | 'pass', roll: string | null }} TurnStage
 */

/**
 * All that is particular to a family of games. Nothing else on the board knows one.
 * @typedef {object} Family
 * @property {(of: { game: string }) => Material} material
 * @property {(view: View, isFlipped: boolean, isWide: boolean) => Geometry} layout
 * @property {(view: View) => string} layoutKey another key means that the board is drawn anew
 * @property {(shown: View['board'] | Line, changes: readonly Change[], scene: Scene) => Placement} placement where pieces stand, those that were taken included
 * @property {(scene: Scene) => Change[]} changes everything that has happened up to what a scene shows
 * @property {(view: View) => Map<string, Target[]>} targets by the point from which they start; of equal ends the first is preferred
 * @property {(kind: Kind, colour: Colour) => boolean} isOwn whether a piece belongs to a side
 * @property {(scene: Scene) => Marks} marks
 * @property {(scene: Scene, held: Kind | null) => readonly string[]} [goals] points that a piece in hand wants to come to, or threatens to; nothing for games without them
 * @property {(hint: Hint, colour: Colour) => Arrow[]} hintArrows
 * @property {((scene: Scene) => DiceView) | null} dice nothing for games without them
 * @property {((say: Say, scene: Scene) => string)} [lost] what could not be played of the throw that is shown, and why; empty if all could
 * @property {FamilyWords} words
 */

/**
 * What is said about a family's boards.
 * @typedef {object} FamilyWords
 * @property {(say: Say, view: View, colour: Colour, role?: 'name' | 'turn' | 'wins') => string} side a side alone, or as a sentence about its turn or its victory has it
 * @property {(say: Say, place: string) => string} place
 * @property {(say: Say, place: string) => string} target a place where a piece can go, in a short list
 * @property {(say: Say, view: View, point: Point, there: readonly Piece[]) => string[]} point what a point is and who stands on it
 * @property {(view: View) => TurnStage} stage
 * @property {(line: Line) => readonly object[]} lineSteps the steps of a turn; none where a turn is one move
 * @property {(view: View) => readonly object[]} steps those of the turn under way
 * @property {(say: Say, steps: readonly any[]) => string} stepsSentence
 * @property {(say: Say, side: string, line: Line) => string} line a turn that was played
 * @property {(say: Say, shown: View['board'] | Line) => string[]} calls what the calls of a moment mean
 * @property {(say: Say, face: import('../protocol.js').Face) => string} [face] why a number cannot be played next; empty if it can
 * @property {(at: string) => boolean} isOut whether a point is for pieces that are out of the game
 */

export {};
