/** Types of columns by their numbers, which are the same in every Postgres. */

export const JSON_TYPE = 114;
export const TIMESTAMPS = [1082, 1083, 1114, 1184];

/** Types with the types of their arrays, for which the driver would ask the server on each new connection. */
export const ARRAY_TYPES = [
	{ types: [16, 17, 18, 19], arrays: [1000, 1001, 1002, 1003] },
	{ types: [20, 21, 23, 25, 26], arrays: [1016, 1005, 1007, 1009, 1028] },
	{ types: [JSON_TYPE, 700, 701, 1700], arrays: [199, 1021, 1022, 1231] },
	{ types: [1042, 1043, 2205, 2950], arrays: [1014, 1015, 2210, 2951] },
	{ types: [...TIMESTAMPS, 3802], arrays: [1182, 1183, 1115, 1185, 3807] },
].flatMap(({ types, arrays }) =>
	types.map((type, index): [number, number] => [type, arrays[index] ?? 0]),
);
