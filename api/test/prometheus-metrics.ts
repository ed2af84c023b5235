/** The metrics of a process, as Prometheus reads them. */
import { ADMIN_KEY } from "./harness.ts";

export interface Sample {
	name: string;
	labels: Record<string, string>;
	value: number;
}

/** The text at `address`, an address without a closing slash. */
export async function exposition(address: string): Promise<string> {
	const answer = await fetch(`${address}/api/metrics`, {
		headers: { "x-admin-key": ADMIN_KEY },
	});
	if (!answer.ok) throw new Error(await answer.text());
	return answer.text();
}

/** Every sample of an exposition. */
export const samplesOf = (text: string): Sample[] =>
	text
		.split("\n")
		.filter((line) => line && !line.startsWith("#"))
		.map((line) => {
			const [, name = "", labels = "", value] =
				/^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
			return {
				name,
				labels: Object.fromEntries(
					[...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
						([, label, text]) => [label, text],
					),
				),
				value: Number(value),
			};
		});

/** The sum of the samples of `name` that have these labels. */
export const total = (
	samples: readonly Sample[],
	name: string,
	labels: Record<string, string> = {},
): number =>
	samples
		.filter(
			(one) =>
				one.name === name &&
				Object.entries(labels).every(([key, text]) => one.labels[key] === text),
		)
		.reduce((sum, { value }) => sum + value, 0);
