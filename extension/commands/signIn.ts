/** Signs in through the browser; earlier results go to the account. */
import type { Command } from "./index.ts";

export const signIn: Command = ({ account }) => account.signIn();
