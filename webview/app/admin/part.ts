import type { Role } from "@treeline/api/client-types";
import type { Moderation } from "../../host/moderation.ts";

/** What a part of the administration is given. */
export interface PartProps {
	moderation: Moderation;
	/** The account that is signed in. */
	self: { _id: string; role: Role };
}
