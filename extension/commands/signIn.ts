/** Signs in through the browser; what was done here before goes to the account. */
import type { Command } from "./index.ts";

export const signIn: Command = ({ account }) => account.signIn();
