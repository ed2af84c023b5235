import { createContext, use, useState, type ReactNode } from "react";

type Update = number | ((servings: number) => number);
type KitchenApi = { servings: number; setServings: (update: Update) => void };

const KitchenContext = createContext<KitchenApi | null>(null);

const atLeastOne = (n: number) => Math.max(n, 1);

export function KitchenProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ servings: 2 });

  const setServings = (update: Update) =>
    setState((old) => ({
      servings: atLeastOne(typeof update === "function" ? update(old.servings) : update),
    }));

  return <KitchenContext value={{ ...state, setServings }}>{children}</KitchenContext>;
}

export function useKitchen() {
  const api = use(KitchenContext);
  if (api === null || api === undefined) {
    throw new Error(
      "useKitchen found no provider. Put <KitchenProvider> around the components that need it.",
    );
  }
  return api;
}
