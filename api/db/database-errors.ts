/** Classes of database errors: unavailable, timed out, and refused rows. */

/** True when an error says that the database cannot be reached now, not that a statement was wrong. */
export function isUnavailable(error: unknown): boolean {
	const { code = "" } = (error ?? {}) as { code?: string };
	return (
		// The driver puts the statement on what failed under it: a system's error without one, as for a missing file, is not ours.
		(/^E[A-Z]/.test(code) && Object.hasOwn(error as object, "query")) ||
		/^(CONNECT_|CONNECTION_)/.test(code) ||
		isTlsFailure(error) ||
		// 58030: the server cannot read or write its files.
		// 28: the password is another one now, and the file that holds it may follow (contract, section 1).
		/^(57P0[1-5]|53\d{3}|08\d{3}|58030|28P01|28000)$/.test(code)
	);
}

/** True when TLS with the database failed: its certificate is not accepted, or it speaks none. */
export function isTlsFailure(error: unknown): boolean {
	const { code = "" } = (error ?? {}) as { code?: string };
	return /^(ERR_(TLS|SSL|OSSL)_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA)/.test(
		code,
	);
}

/** True when a statement was given up because it had taken its whole time. */
export function isStatementTimeout(error: unknown): boolean {
	return (error as { code?: string } | null)?.code === "57014";
}

/** True when the database refused a row for what it holds, or had to choose between two: the rows beside it may yet be stored. */
export function isRowFault(error: unknown): boolean {
	const { code = "" } = (error ?? {}) as { code?: string };
	return /^(22|23|40)[0-9A-Z]{3}$/.test(code);
}

/** True when a row names another that is not there, or not any more. */
export function isForeignKeyViolation(error: unknown): boolean {
	return (error as { code?: string } | null)?.code === "23503";
}

/** True when a statement was refused because what has to be unique is taken: by `constraint`, the name of its index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
	const { code, constraint_name } = (error ?? {}) as {
		code?: string;
		constraint_name?: string;
	};
	return code === "23505" && constraint_name === constraint;
}

/** True when a statement was refused because a slug that has to be unique is taken. */
export function isSlugTaken(error: unknown): boolean {
	const { code, constraint_name = "" } = (error ?? {}) as {
		code?: string;
		constraint_name?: string;
	};
	return code === "23505" && constraint_name.includes("slug");
}
