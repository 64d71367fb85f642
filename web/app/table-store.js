// @ts-check
// What the page knows of a table and what it asks of it: between the connection and what is shown.

import { newsOf } from './announcements.js';
import { randomNonce } from './bytes.js';
import { familyOf } from './families/index.js';
import { createPacing } from './message-pacing.js';
import { answerTo } from './notice.js';
import { across, emptyState, firstKnown, isOfOthers, nearSeat, recall, receive, seatFor, since, stepByStep } from './table-state.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./notice.js').Answer} Answer */
/** @typedef {import('../board/types.js').Command} Command */
/** @typedef {import('../protocol.js').CommandRequest} CommandRequest */
/** @typedef {import('../protocol.js').ServerMessage} ServerMessage */

/**
 * Who shows the table.
 * @typedef {object} TableListener
 * @property {() => number} stillIn for how many milliseconds the board still moves
 * @property {() => void} onChange
 * @property {(status: import('./connection.js').Status) => void} onStatus
 * @property {(text: string) => void} onWhy why a piece cannot go where it was put
 * @property {(text: string) => void} onRefused a command was refused
 * @property {(hint: import('../protocol.js').Hint) => void} onHint
 */

/** A step that plays itself is still seen. */
const FORCED_WAIT = 450;
/** So long what could not be played stays, unless somebody has seen it sooner. */
const LOST_STAYS = 2000;

/**
 * @param {Pick<Context, 'say' | 'lang' | 'settings' | 'api' | 'promises' | 'announce'>} context
 * @param {string} id
 * @param {import('./connection.js').Connect} connect
 * @param {TableListener} listener
 */
export function createTableStore(context, id, connect, { stillIn, onChange, onStatus, onWhy, onRefused, onHint }) {
  let state = emptyState();
  /** @type {Answer | null} */
  let answer = null;
  let isMissing = false;
  /** Whether somebody was told that the connection has gone. */
  let wasLost = false;
  /** The event before which something was last played by itself: once is enough. */
  let playedItself = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let forcedTimer;
  let hasTakenSeats = false;
  /** One number for this table, however often the seat is asked for: the server takes the first. */
  const nonce = randomNonce();
  /** What was promised to the one who has asked for a seat; it counts once they have it. @type {import('./dice-promises.js').DicePromise | null} */
  let promise = null;

  const pacing = createPacing({ handle: onMessage, split: (message) => stepByStep(state, message), isToBeSeen: (message) => isOfOthers(state, message), staysFor: (message) => (/** @type {import('./table-state.js').Shown} */ (message).stays ? LOST_STAYS : 0), stillIn });
  const connection = connect({
    since: () => since(state),
    onMessage(message) {
      pacing.push(message, performance.now());
      if (pacing.isWaiting()) onChange();
    },
    onRestored() {
      pacing.end();
      clearTimeout(forcedTimer);
      state = emptyState();
      playedItself = -1;
      answer = { text: context.say('web.link.restored') };
      context.announce(answer.text);
      onChange();
    },
    onStatus(status) {
      if (status === 'lost' && state.view === null) void lookForTable();
      if (status === 'open' && wasLost) context.announce(context.say('web.link.back'));
      if (status !== 'connecting') wasLost = status !== 'open';
      onStatus(status);
    },
  });

  /** A connection does not say why it was refused. */
  async function lookForTable() {
    try {
      await context.api.table(id);
    } catch (error) {
      isMissing = /** @type {{ status?: number }} */ (error).status === 404;
      if (isMissing) connection.end();
      onChange();
    }
  }

  /** @param {ServerMessage} message @param {number} at */
  function onMessage(message, at) {
    const before = state;
    const answered = answer;
    state = receive(state, message, at);
    switch (message.type) {
      case 'state':
        keepPromise();
        takeKeptSeats();
        if (before.view !== null && before.view.next !== message.view.next) {
          const text = answerTo(context.say, message.events, message.view);
          answer = text === null ? null : { text };
        }
        playItself();
        break;
      case 'refused':
        // Somebody else was faster: the new state says it all.
        answer = message.code === 'table.refusal.stale' ? null : { text: message.text, rule: message.rule, isError: true };
        // Only a command has a key; a hint that is not given leaves the men alone.
        if (message.key !== null) onRefused(answer?.text ?? '');
        break;
      case 'health':
        answer = message.stores ? null : { text: context.say('web.status.not-stored'), isError: true };
        break;
      case 'why':
        // Without a reason it is possible after all.
        answer = message.text === null ? null : { text: message.text, rule: message.rule, isError: true };
        if (message.text !== null) onWhy(message.text);
        break;
      case 'hint':
        if (state.view) {
          const family = familyOf(state.view);
          const played = family.hintCommand(message);
          // Where everything is played, nothing is left but to end the turn.
          const isPlayed = played.command === 'confirm';
          const text = isPlayed ? context.say('board.turn.confirm') : context.say('web.hint', { move: family.hintText(context.say, message) });
          const act = { text: context.say(isPlayed ? 'web.act.confirm' : 'web.hint.play'), run: () => command(played) };
          answer = { text: message.reason === null ? text : `${text} ${message.reason}`, act };
        }
        onHint(message);
        break;
    }
    for (const text of newsOf(context.say, before, state)) context.announce(text);
    if (answer !== null && answer !== answered) context.announce(answer.text);
    onChange();
  }

  /** Somebody else may have been faster; then the dice are theirs, and nothing was promised here. */
  function keepPromise() {
    const { viewer = 'spectator' } = state.view ?? {};
    if (promise === null || viewer === 'spectator') return;
    context.promises.keep(id, promise);
    promise = null;
  }

  /** Where the same people play again their seats are kept, and taken at once: to sit down is what adds to the dice. */
  function takeKeptSeats() {
    const { view } = state;
    if (hasTakenSeats || view === null || view.viewer === 'spectator' || !view.may.includes('join')) return;
    hasTakenSeats = true;
    const { commitment } = view.dice;
    promise = commitment ? { commitment, nonce } : null;
    const own = nearSeat(view);
    const name = context.settings.get().name;
    connection.command({ command: 'join', occupant: { person: name }, nonce, ...(view.viewer === 'both' ? { seat: own } : {}) });
    if (view.viewer === 'both') connection.command({ command: 'join', occupant: { person: '' }, seat: across(own) });
  }

  /** The throw, steps without a choice, and the end of the turn, for those who want it so. */
  function playItself() {
    const { view } = state;
    clearTimeout(forcedTimer);
    if (view === null || view.next === playedItself || view.acts_for === null) return;
    const family = familyOf(view);
    // Who takes a step back does not want to see it played once more.
    if (family.isUndone(state.events)) return;
    const { autoConfirm, autoForced, autoRoll } = context.settings.get();
    const forced = autoForced ? family.forced(view) : null;
    // With its first throw one begins a round oneself: the end of the last one may not have been seen.
    const wished = autoConfirm && view.may.includes('confirm') ? 'confirm' : autoRoll && view.turns > 0 && view.may.includes('roll') ? 'roll' : null;
    const act = forced ?? (wished === null ? null : /** @type {const} */ ({ command: wished }));
    if (act === null) return;
    // What cannot be played is read before the turn ends.
    forcedTimer = setTimeout(() => {
      playedItself = view.next;
      command(act);
    }, act !== forced && family.isStuck(view) ? stillIn() + LOST_STAYS : FORCED_WAIT);
  }

  /** The moment that somebody wants to see of which not everything is known. @type {{ round: number, turn: number } | null} */
  let wanted = null;
  let isRecalling = false;

  /** Asks for what was played before what is known, page by page, until the moment that is wanted can be seen. */
  async function recallWanted() {
    if (isRecalling) return;
    isRecalling = true;
    try {
      while (wanted !== null) {
        const { round, turn } = wanted;
        const before = firstKnown(state, round);
        const { lines } = before > Math.max(1, turn) ? await context.api.lines(id, round, before) : { lines: [] };
        if (lines.length === 0) wanted = null;
        else {
          state = recall(state, lines);
          onChange();
        }
      }
    } catch {
      // What is known is shown; who looks back once more asks once more.
      wanted = null;
    } finally {
      isRecalling = false;
    }
  }

  /** @param {CommandRequest} request */
  function command(request) {
    const { view } = state;
    if (view === null) return;
    clearTimeout(forcedTimer);
    answer = null;
    const seat = seatFor(view, request.command);
    connection.command({ ...request, expected: view.next, ...(seat === undefined ? {} : { seat }) });
    onChange();
  }

  return {
    state: () => state,
    answer: () => answer,
    isMissing: () => isMissing,
    isBusy: () => connection.isBusy() || pacing.isWaiting(),
    /** @param {string} name of a command without particulars */
    act: (name) => command(/** @type {import('../protocol.js').CommandRequest} */ ({ command: name })),
    /** Says that the end of the last round has been seen, for everybody who sees it here. It is meant for no particular moment. */
    ready() {
      const { view } = state;
      for (const seat of /** @type {const} */ (['host', 'guest'])) {
        if (view?.clock?.wait?.awaits[seat] && (view.viewer === 'both' || view.viewer === seat)) connection.command({ command: 'ready', ...(view.viewer === 'both' ? { seat } : {}) });
      }
    },
    /** What was played on the board. @param {Command} played */
    play(played) {
      if (played.command === 'move') command({ command: 'move', move: `${played.from}-${played.to}` });
      else command(played);
    },
    /** Something else is tried: why the last thing was not possible is of no use any more. */
    forgetError() {
      if (!answer?.isError) return;
      answer = null;
      onChange();
    },
    /** @param {string} from @param {string | null} to */
    askWhy: (from, to) => connection.send({ type: 'why', from, ...(to === null ? {} : { to }) }),
    /** @param {string} name */
    join(name) {
      const commitment = state.view?.dice.commitment;
      promise = commitment ? { commitment, nonce } : null;
      command({ command: 'join', occupant: { person: name }, nonce });
    },
    askHint: () => connection.send({ type: 'hint' }),
    /** @param {string} phrase one of those that the server names */
    speak: (phrase) => connection.send({ type: 'say', phrase: /** @type {import('../protocol.js').Phrase} */ (phrase) }),
    speakLanguage() {
      // What was said in the old language is not said again.
      answer = null;
      connection.send({ type: 'lang', lang: context.lang() });
    },
    /** Sees to it that all is known from a moment of a round on. @param {{ round: number, turn: number }} moment */
    async reach(moment) {
      wanted = moment;
      await recallWanted();
    },
    /** The whole log: what came long ago is asked for. @returns {Promise<import('../protocol.js').Entry[]>} */
    async allEvents() {
      const known = state.events;
      const first = known[0]?.sequence ?? since(state);
      /** @type {import('../protocol.js').Entry[]} */
      const earlier = [];
      while (earlier.length < first) {
        const { events } = await context.api.events(id, earlier.length);
        if (events.length === 0) break;
        earlier.push(...events.slice(0, first - earlier.length));
      }
      return [...earlier, ...known];
    },
    hurry: connection.hurry,
    /** What could not be played was seen: the game goes on. Tells whether it was waiting for that. */
    isStaying: pacing.isStaying,
    goOn: pacing.goOn,
    linger: pacing.linger,
    end() {
      clearTimeout(forcedTimer);
      pacing.end();
      connection.end();
    },
  };
}

/** @typedef {ReturnType<typeof createTableStore>} TableStore */
