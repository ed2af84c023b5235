/** Teachers as tests play them. */
import type { Author, Told } from "./author-client.ts";

/** A class that `teacher` makes: its address, and that of its invitation. */
export async function classOf(teacher: Author, name = "Web basics") {
	const { status, body } = await teacher.ask("POST", "/classes", { name });
	if (status !== 201) throw new Error(JSON.stringify(body));
	const { _id, joinToken } = body.data;
	return {
		id: _id as string,
		path: `/classes/${_id}`,
		token: joinToken as string,
		invitation: `/classes/invitations/${joinToken}`,
	};
}

/** As `403 forbidden`. */
export const statusAndCode = ({ status, body }: Told) =>
	body?.code ? `${status} ${body.code}` : String(status);
