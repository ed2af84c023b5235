/** What answers while the program starts: the probes as they are, and everything else by saying so. */
import { ApiError } from "../http/errors.ts";
import { answerWith } from "../http/problems.ts";
import { routes } from "../http/routes.ts";
import { health } from "./index.ts";
import type { Vitals } from "./vitals.ts";

export const starting = (vitals: Vitals) =>
	routes()
		.onError({ as: "global" }, ({ request }) =>
			answerWith(
				new ApiError(
					"starting",
					"The service is starting and answers in a moment. Send the request again.",
				),
				request,
			),
		)
		.use(health(vitals));
