/** Styles of the challenge's dialogs, and of disputes wherever they are shown. */
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./dialog.css" with { type: "text" };

adoptStyles(style);
