/**
 * Law: what is limited is the time that the engine was given, not the time that went by. On a busy machine an honest check waits
 * for the processor, and nobody's code is to blame for that.
 */

/** How many times as much may go by as counts: a worker that waits for ever is ended, too. */
export const maxWallFactor = 10;
/** In milliseconds; within it time is taken as it goes by, since asking for the processor's costs more than the clock. */
const tickMs = 5;

/**
 * Of the milliseconds that went by, those that count, when the processor worked for `processor` of them: never more than went by,
 * whatever other threads did, and never less than a tenth. All of them when nobody can tell (`null`).
 */
export function chargedTime(wentBy: number, processor: number | null): number {
	if (processor === null) return wentBy;
	return Math.min(wentBy, Math.max(processor, wentBy / maxWallFactor));
}

let processorTime: (() => number) | null = null;
let lastReading = { wall: 0, processor: 0 };
let chargedTotal = 0;

/** From now on `used` tells the processor time of this process, in milliseconds. Without it, time is what goes by. */
export function countProcessorTime(used: () => number): void {
	processorTime = used;
	lastReading = { wall: Date.now(), processor: used() };
}

/** A clock in milliseconds, for differences only. */
export function now(): number {
	const wall = Date.now();
	if (!processorTime) return wall;
	const wentBy = wall - lastReading.wall;
	if (wentBy < tickMs) return chargedTotal + Math.max(0, wentBy);
	const processor = processorTime();
	chargedTotal += chargedTime(wentBy, processor - lastReading.processor);
	lastReading = { wall, processor };
	return chargedTotal;
}
