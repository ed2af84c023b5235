import { createContext, useCallback, useContext, useMemo, useState, type FC, type ReactNode } from "react";

const START = 2;
const LEAST = 1;

export type KitchenState = Readonly<{
  servings: number;
  setServings: (next: number) => void;
}>;

export const KitchenContext = createContext<KitchenState | null>(null);

export const KitchenProvider: FC<{ children?: ReactNode }> = (props) => {
  const [servings, setRawServings] = useState(START);

  const setServings = useCallback((next: number) => {
    setRawServings(Math.max(LEAST, next));
  }, []);

  const value = useMemo(() => ({ servings, setServings }), [servings, setServings]);

  return <KitchenContext.Provider value={value}>{props.children}</KitchenContext.Provider>;
};

export function useKitchen(): KitchenState {
  const state = useContext(KitchenContext);
  if (state) return state;
  throw new Error("useKitchen must be used within a KitchenProvider");
}
