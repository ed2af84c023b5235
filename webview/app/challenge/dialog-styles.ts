/** Styles of the challenge's dialogs. */
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./dialog.css" with { type: "text" };

adoptStyles(style);
