/** The styles of any page in an editor's panel: loaded there alone, and before the page is drawn. */
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./host.css" with { type: "text" };

adoptStyles(style);
