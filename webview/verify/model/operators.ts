/** The operator that means the same with its sides swapped; of an operator that is missing here, the sides may not be swapped. */
export const swappedOperators: Readonly<Record<string, string>> = {
	"<": ">",
	">": "<",
	"<=": ">=",
	">=": "<=",
	"=": "=",
	"==": "==",
	"!=": "!=",
	"+": "+",
	"*": "*",
};
