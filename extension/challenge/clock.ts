/** Seconds as a clock shows them: `4:07`, and `1:02:03` from an hour on. */
export function clockText(seconds: number): string {
	const whole = Math.floor(seconds);
	const hours = Math.floor(whole / 3600);
	const minutes = Math.floor(whole / 60) % 60;
	const two = (value: number) => String(value).padStart(2, "0");
	return hours > 0
		? `${hours}:${two(minutes)}:${two(whole % 60)}`
		: `${minutes}:${two(whole % 60)}`;
}
