/** What conditions lack of a pattern: the question, or the code of a branch. */

import type { Candidate } from "../match/after.ts";
import { branchesOf } from "../match/branches.ts";
import { matchCaught } from "../match/clauses.ts";
import { matchQuestion } from "../match/conditions.ts";
import { statementsOf } from "../match/decisions.ts";
import { match } from "../match/match.ts";
import { find } from "../match/search.ts";
import type { Bindings } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, functionAround, isWithin } from "../model/node.ts";
import { CallWeigher, type Step } from "./calls.ts";
import { codeOf } from "./label.ts";
import { type Cost, costOf, least, weigh, within } from "./miss.ts";
import { isDistinctive } from "./print.ts";
import { lineOf, nameOf } from "./role.ts";

/** Base of the weigher: conditions and their branches. */
export abstract class ConditionWeigher extends CallWeigher {
	/** Parts that must occur one after the other: the first that does not, by its closest candidate. */
	abstract inOrder(
		patterns: readonly CodeNode[],
		regions: readonly CodeNode[],
		bindings: Bindings,
		owner: CodeNode,
		name: string,
		before?: Candidate | null,
	): Cost;

	ifSteps(pattern: CodeNode, value: CodeNode, bindings: Bindings): Step[] {
		const branches = branchesOf(value);
		const { condition, consequence, alternative } = pattern.part;
		if (!branches?.condition || !condition) return [];
		let asked = bindings;
		const keep = (found: Bindings) => {
			asked = found;
			return true;
		};
		const asks = branches.condition;
		const yes = matchQuestion(condition, asks, true, bindings, keep);
		if (!yes && !matchQuestion(condition, asks, false, bindings, keep))
			return [
				(found) => {
					const cost = within(
						msg`the condition`,
						this.cost(condition, asks, found),
					);
					const isOther =
						condition.kind === "member" &&
						condition.part.object?.kind === "metavariable" &&
						asks.kind === "member" &&
						condition.value !== asks.value;
					const body = functionAround(value)?.part.body;
					// A condition alone does not bring what is nowhere in the function.
					const [first] = statementsOf(consequence);
					const isNowhere =
						!!first && !!body && !find(first, [body], found, () => true);
					const lacking = isNowhere ? weigh(first) : 0;
					return { ...cost, lost: cost.lost + (isOther ? 6 : 2) + lacking };
				},
			];
		// Of a `case` only its value is written.
		const isCase = /^["'`\d-]/.test(codeOf(asks));
		const asking = isCase ? this.printer.print(condition, asked) : codeOf(asks);
		const name = yes
			? msg`the code for \`${asking}\``
			: msg`the other branch of \`${codeOf(asks)}\``;
		return [
			() => {
				const cost = this.inOrder(
					statementsOf(consequence),
					yes ? branches.yes : branches.no,
					asked,
					value,
					name,
				);
				const [first] = statementsOf(consequence);
				const isAbsent = cost.miss?.facet === "absent";
				return (
					(isAbsent && first && this.goingOn(first, value, asked, yes)) ||
					this.elsewhere(cost, value, name, asked)
				);
			},
			(found) =>
				this.otherBranch(
					statementsOf(alternative),
					yes ? branches.no : branches.yes,
					found,
					value,
				),
		];
	}

	trySteps(pattern: CodeNode, value: CodeNode): Step[] {
		const { body } = pattern.part;
		const own = value.part.body;
		const inBody: Step = (bindings) =>
			this.elsewhere(
				this.inOrder(
					statementsOf(body),
					own ? [own] : [],
					bindings,
					own ?? value,
					"`try`",
				),
				value,
				"`try`",
				bindings,
			);
		return [
			...(body ? [inBody] : []),
			...pattern.list.handlers.map(
				(wanted): Step =>
					(bindings) =>
						this.explainClause(wanted, value, bindings),
			),
		];
	}

	/** The clause of a `try` that lacks least of one of a pattern. */
	explainClause(wanted: CodeNode, value: CodeNode, bindings: Bindings): Cost {
		const isPython = wanted.source.family === "python";
		const { handlers } = value.list;
		const inBody = (own: CodeNode | undefined, found: Bindings) => {
			const block = own?.part.body;
			return this.inOrder(
				statementsOf(wanted.part.body),
				block ? [block] : [],
				found,
				(isPython ? own : block) ?? value,
				isPython ? "`except`" : "`catch`",
			);
		};
		const costs = handlers.map((own) => {
			let caught: Bindings | null = null;
			matchCaught(wanted, own, bindings, (found) => {
				caught = found;
				return true;
			});
			const rest = inBody(own, caught ?? bindings);
			if (caught) return rest;
			const other = this.explainCaught(
				wanted,
				handlers.length > 1 ? value : own,
				bindings,
			);
			return { ...other, lost: other.lost + rest.lost };
		});
		return (
			least(costs) ??
			(wanted.part.value
				? this.explainCaught(wanted, value, bindings)
				: inBody(undefined, bindings))
		);
	}

	/** That a clause catches something else, or that a `try` has no clause that catches this. */
	explainCaught(wanted: CodeNode, at: CodeNode, bindings: Bindings): Cost {
		const { value } = wanted.part;
		const [type, own] = [value, at.part.value].map((one) =>
			one?.kind === "declaration" ? one.part.value : one,
		);
		const lost = weigh(wanted) + 2;
		if (at.kind === "clause" && type && own)
			if (!match(type, own, bindings, () => true))
				return within(
					msg`what \`except\` catches`,
					this.differs("value", type, own, lost, bindings),
				);
		return costOf(lost, bindings, {
			facet: "absent",
			at: at.kind === "clause" ? (at.parent ?? at) : at,
			path: ["`try`"],
			expected: this.printer.print(wanted, bindings),
			actual: "try",
			lacking: [wanted],
		});
	}

	/** What a branch or block lacks stands elsewhere in the same function: it has to move. */
	elsewhere(
		cost: Cost,
		value: CodeNode,
		name: string,
		bindings: Bindings,
	): Cost {
		const [wanted] = cost.miss?.lacking ?? [];
		const body = functionAround(value)?.part.body;
		if (cost.miss?.facet !== "absent" || cost.miss.closest) return cost;
		if (!wanted || !body || !/^(call|element)$/.test(wanted.kind)) return cost;
		let moved: Cost | null = null;
		find(wanted, [body], bindings, (found, at, anchor) => {
			if (!isWithin(anchor, value) && !isWithin(value, anchor))
				moved = costOf(cost.lost, found, {
					facet: "order",
					at,
					...askedBefore(at, value, name),
					path: [],
					expected: this.printer.print(wanted, found),
					actual: codeOf(at),
					into: msg`in ${name} (line ${lineOf(value)}); move it there`,
				});
			return moved !== null;
		});
		return moved ?? cost;
	}

	/** What the other branch lacks: it is not there, or it stands behind a branch that goes on. */
	otherBranch(
		wanted: readonly CodeNode[],
		branch: readonly CodeNode[],
		bindings: Bindings,
		value: CodeNode,
	): Cost {
		const { condition } = value.part;
		const name = condition
			? msg`the other branch of \`${codeOf(condition)}\``
			: msg`the other branch`;
		const [first] = wanted;
		const around = functionAround(value);
		const body = around?.part.body;
		const isNowhere =
			first &&
			body &&
			!value.part.alternative &&
			!find(first, [body], bindings, () => true);
		const cost = isNowhere
			? this.inOrder(wanted, branch, bindings, around, nameOf(around))
			: this.inOrder(wanted, branch, bindings, value, name);
		return (
			(cost.miss && first && this.goingOn(first, value, bindings, false)) ||
			this.elsewhere(cost, value, name, bindings)
		);
	}

	/** Code of a branch that stands behind the whole condition, so that it runs for either answer. */
	goingOn(
		wanted: CodeNode,
		value: CodeNode,
		bindings: Bindings,
		isTrue: boolean,
	): Cost | null {
		const { condition, consequence: last } = value.part;
		const body = functionAround(value)?.part.body;
		const end = last && (statementsOf(last).at(-1) ?? last);
		if (!body || !end || !condition) return null;
		if (!isTrue && /^(return|throw|jump)$/.test(end.kind)) return null;
		if (!isDistinctive(this.printer.print(wanted, bindings))) return null;
		let goesOn: Cost | null = null;
		find(wanted, [body], bindings, (found, at) => {
			if (at.start > value.end)
				goesOn = costOf(1, found, {
					facet: "forbidden",
					at,
					path: [],
					expected: "",
					actual: codeOf(at),
					...(isTrue
						? { under: { condition, isTrue: false } }
						: { before: end }),
				});
			return goesOn !== null;
		});
		return goesOn;
	}
}

/** The condition that is asked too early: its branch holds what belongs into the other branch of a later one. */
function askedBefore(at: CodeNode, value: CodeNode, name: string) {
	if (!name.startsWith(msg`the other branch`) || !value.part.condition)
		return {};
	for (let up = at.parent; up && up.kind !== "function"; up = up.parent)
		if (up.kind === "if" && up.part.condition && up.start < value.start)
			return { at: value.part.condition, before: up.part.condition };
	return {};
}
