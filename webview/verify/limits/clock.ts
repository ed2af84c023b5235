/**
 * A clock of processor time. Rule: limits apply to the processor time of the engine, not to wall time, because a check on a busy
 * machine waits for the processor.
 */

/** Most wall time for each unit of processor time: a worker that never gets the processor also ends. */
export const maxWallFactor = 10;
/** In milliseconds. Shorter intervals are measured in wall time, because reading the processor time costs more than the clock. */
const tickMs = 5;

/**
 * The milliseconds of `wentBy` that count when `processor` of them were processor time: at most all of them, and at least a tenth.
 * All of them when the processor time is unknown (`null`).
 */
export function chargedTime(wentBy: number, processor: number | null): number {
	if (processor === null) return wentBy;
	return Math.min(wentBy, Math.max(processor, wentBy / maxWallFactor));
}

let processorTime: (() => number) | null = null;
let lastReading = { wall: 0, processor: 0 };
let chargedTotal = 0;

/** Measures time by `used`, the processor time of this process in milliseconds. Without it, the clock measures wall time. */
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
