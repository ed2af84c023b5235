/** What answers while the program starts: the probes as they are, and everything else by saying so. */

import { answerWith } from "../../server/error-handler.ts";
import { ApiError } from "../../server/errors.ts";
import { routes } from "../../server/routes.ts";
import type { Vitals } from "./health-state.ts";
import { health } from "./routes.ts";

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
