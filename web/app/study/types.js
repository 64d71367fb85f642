// @ts-check
// The study's names for what it asks the server and what it is told. The types themselves are those of the protocol. Types only: nothing runs here.

/** @typedef {import('../../protocol.js').Colour} Colour */
/** @typedef {import('../../openapi.js').StudyNode} StudyNode */

/** @typedef {Omit<StudyNode, 'turns' | 'start'> & { start: string | null, turns: string[] }} NodeRequest A node of a study; `steps` is the turn under way. */
/** @typedef {import('../../openapi.js').PositionFault} Fault Something wrong with a start. */
/** @typedef {import('../../openapi.js').StudyLook} NodeAnswer */

/** @typedef {import('../../openapi.js').LineFound} EngineLine */
/** @typedef {import('../../openapi.js').RollFound} RollChance */
/** @typedef {import('../../openapi.js').PositionLine} NodeNews What is told of a node while it is analysed. */

/** @typedef {import('../../openapi.js').TurnMark} Mark */
/** @typedef {import('../../openapi.js').AnalysedTurn} JudgedTurn A turn of a game that was analysed; chances are the light side's, loss and luck the mover's. */
/** @typedef {import('../../openapi.js').SideSummary} SideNumbers */
/** @typedef {import('../../openapi.js').RoundSummary} RoundNumbers */
/** @typedef {import('../../openapi.js').GameLine} GameNews What is told of a game while it is analysed. */

export {};
