// @ts-check
// Moving things along ways in one animation loop. A thing that is sent elsewhere starts from where it is seen.

/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {{ to: Spot, delay: number, time: number }} Waypoint Where a thing comes by: after a delay, in a time. */

/** @param {number} part */
const ease = (part) => 1 - (1 - part) ** 3;

/**
 * @param {(id: number, spot: Spot) => void} place puts a thing somewhere
 * @param {{ now: () => number, next: (step: () => void) => number, cancel: (handle: number) => void }} [clock]
 */
export function createTweens(place, clock = { now: () => performance.now(), next: (step) => requestAnimationFrame(step), cancel: (handle) => cancelAnimationFrame(handle) }) {
  /** @type {Map<number, Spot>} */
  const seen = new Map();
  /** @type {Map<number, { from: Spot, start: number, waypoints: Waypoint[] }>} */
  const moving = new Map();
  let handle = 0;

  const put = (/** @type {number} */ id, /** @type {Spot} */ spot) => {
    seen.set(id, spot);
    place(id, spot);
  };
  const step = () => {
    const now = clock.now();
    for (const [id, tween] of moving) {
      let { from, start } = tween;
      let spot = from;
      let isDone = true;
      for (const { to, delay, time } of tween.waypoints) {
        const part = Math.min(Math.max((now - start - delay) / time, 0), 1);
        spot = { x: from.x + (to.x - from.x) * ease(part), y: from.y + (to.y - from.y) * ease(part) };
        if (part < 1) {
          isDone = false;
          break;
        }
        from = to;
        start += delay + time;
      }
      put(id, spot);
      if (isDone) moving.delete(id);
    }
    handle = moving.size ? clock.next(step) : 0;
  };

  return {
    /** Where a thing is seen now. @param {number} id */
    spot: (id) => seen.get(id),
    /** @param {number} id @param {Spot} spot */
    jump(id, spot) {
      moving.delete(id);
      put(id, spot);
    },
    /** @param {number} id @param {Waypoint[]} waypoints */
    send(id, waypoints) {
      const from = seen.get(id);
      const last = waypoints[waypoints.length - 1].to;
      if (!from) return put(id, last);
      if (waypoints.length === 1 && from.x === last.x && from.y === last.y) return void moving.delete(id);
      moving.set(id, { from, start: clock.now(), waypoints });
      if (!handle) handle = clock.next(step);
    },
    /** @param {number} id */
    forget(id) {
      moving.delete(id);
      seen.delete(id);
    },
    isMoving: () => moving.size > 0,
    stop() {
      clock.cancel(handle);
      handle = 0;
      moving.clear();
    },
  };
}
