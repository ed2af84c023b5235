/** Styles of the account, and of disputes wherever they are decided. */
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./account.css" with { type: "text" };

adoptStyles(style);
