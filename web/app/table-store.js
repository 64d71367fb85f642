// @ts-check
// What the page knows of a table and what it asks of it: between the connection and what is shown.

import { randomNonce } from './bytes.js';
import { createLink } from './link.js';
import { hintText, newsOf } from './news.js';
import { answerTo } from './notice.js';
import { createPace } from './pace.js';
import { emptyState, forcedStep, isOfOthers, isUndone, receive, seatFor, since } from './state.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./types.js').Intent} Intent */
/** @typedef {import('./types.js').ServerMessage} ServerMessage */
/** @typedef {import('./notice.js').Answer} Answer */

/** A step that plays itself is still seen. */
const FORCED_WAIT = 450;

/**
 * @param {Context} context
 * @param {string} id
 * @param {{ stillIn: () => number, onChange: () => void, onWhy: (why: { from: string, to: string, text: string }) => void, onRefused: (text: string) => void, onHint: (hint: import('./types.js').Hint | null) => void }} listener
 */
export function createTableStore(context, id, { stillIn, onChange, onWhy, onRefused, onHint }) {
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
  /** One number for this table, however often the seat is asked for: the server takes the first. */
  const nonce = randomNonce();
  /** What was promised to whoever has asked for a seat; it counts once they have it. @type {import('./promises.js').DicePromise | null} */
  let promise = null;

  const pace = createPace({ handle: onMessage, isToBeSeen: (message) => isOfOthers(state, message), stillIn });
  const link = createLink({
    address: () => context.api.socketAddress(id, context.lang(), since(state)),
    onMessage(message) {
      pace.push(message, performance.now());
      if (pace.isWaiting()) onChange();
    },
    onStatus(status) {
      document.body.dataset['link'] = status;
      if (status === 'lost' && state.view === null) void lookForTable();
      if (status === 'open' && wasLost) context.announce(context.say('web.link.back'));
      if (status !== 'connecting') wasLost = status !== 'open';
      onLinkStatus(context, status);
    },
  });
  const hurry = () => {
    if (document.visibilityState === 'visible') link.hurry();
  };
  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);

  /** A socket does not say why it was refused. */
  async function lookForTable() {
    try {
      await context.api.table(id);
    } catch (error) {
      isMissing = /** @type {{ status?: number }} */ (error).status === 404;
      if (isMissing) {
        link.end();
        context.setBanner('');
      }
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
        if (before.view !== null && before.view.next !== message.view.next) {
          const text = answerTo(context.say, message.events, message.view);
          answer = text === null ? null : { text };
          onHint(null);
        }
        playItself();
        break;
      case 'refused':
        // Somebody else was faster: the new state says it all.
        answer = message.code === 'table.refusal.stale' ? null : { text: message.text, rule: message.rule, isError: true };
        // Only a command has a key; a hint that is not given leaves the men alone.
        if (message.key !== null) onRefused(answer?.text ?? '');
        break;
      case 'why':
        // Without a reason it is possible after all.
        answer = message.text === null ? null : { text: message.text, rule: message.rule, isError: true };
        if (message.text !== null) onWhy({ from: message.from, to: message.to, text: message.text });
        break;
      case 'hint':
        answer = { text: hintText(context.say, message) };
        onHint(message);
        break;
    }
    for (const text of newsOf(context.say, before, state)) context.announce(text);
    if (answer !== null && answer !== answered) context.announce(answer.text);
    onChange();
  }

  /** Somebody else may have been faster; then the dice are theirs, and nothing was promised here. */
  function keepPromise() {
    const { viewer } = state.view ?? {};
    if (promise === null || (viewer !== 'host' && viewer !== 'guest')) return;
    context.promises.keep(id, promise);
    promise = null;
  }

  /** Steps without a choice, and the end of the turn, for those who want it so. */
  function playItself() {
    const { view } = state;
    clearTimeout(forcedTimer);
    if (view === null || view.next === playedItself || view.acts_for === null) return;
    // Whoever takes a step back does not want to see it played once more.
    if (isUndone(state)) return;
    const { autoConfirm, autoForced } = context.settings.get();
    const step = autoForced ? forcedStep(view) : null;
    const act = step !== null
      ? () => command({ command: 'step', from: step.from, die: step.die })
      : autoConfirm && view.may.includes('confirm')
        ? () => command({ command: 'confirm' })
        : null;
    if (act === null) return;
    forcedTimer = setTimeout(() => {
      playedItself = view.next;
      act();
    }, FORCED_WAIT);
  }

  /** Commands that follow each other; each is meant for the state that the one before it makes. @param {{ command: string, [name: string]: unknown }[]} requests */
  function command(...requests) {
    const { view } = state;
    if (view === null) return;
    clearTimeout(forcedTimer);
    answer = null;
    for (const [index, request] of requests.entries()) {
      const seat = seatFor(view, request.command);
      link.command({ ...request, expected: view.next + index, ...(seat === undefined ? {} : { seat }) });
    }
    onChange();
  }

  return {
    state: () => state,
    answer: () => answer,
    isMissing: () => isMissing,
    isBusy: () => link.isBusy() || pace.isWaiting(),
    /** @param {string} name */
    act: (name) => command({ command: name }),
    /** @param {Intent} intent */
    intend(intent) {
      switch (intent.type) {
        case 'move':
          return command({ command: 'move', move: `${intent.from}-${intent.to}` });
        case 'steps':
          // A step is one event.
          return command(...intent.steps.map((step) => ({ command: 'step', ...step })));
        case 'undo':
          return command({ command: 'undo-step' });
        case 'roll':
        case 'confirm':
          return command({ command: intent.type });
        case 'why':
          return link.send({ type: 'why', from: intent.from, to: intent.to });
      }
    },
    /** @param {string} name */
    join(name) {
      const commitment = state.view?.dice.commitment;
      promise = commitment ? { commitment, nonce } : null;
      command({ command: 'join', occupant: { person: name }, nonce });
    },
    askHint: () => link.send({ type: 'hint' }),
    /** @param {string} phrase */
    speak: (phrase) => link.send({ type: 'say', phrase }),
    speakLanguage() {
      // What was said in the old language is not said again.
      answer = null;
      link.send({ type: 'lang', lang: context.lang() });
    },
    end() {
      clearTimeout(forcedTimer);
      pace.end();
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      delete document.body.dataset['link'];
      link.end();
      context.setBanner('');
    },
  };
}

/**
 * @param {Context} context
 * @param {import('./link.js').Status} status
 */
function onLinkStatus(context, status) {
  if (status === 'open') context.setBanner('');
  else if (status === 'stopping') context.setBanner(context.say('web.link.stopping'));
  else if (status === 'lost') context.setBanner(context.say(navigator.onLine ? 'web.link.lost' : 'web.link.offline'));
}
