import { createContext, use, useReducer, type ReactNode } from "react";

type Value = { servings: number; setServings(next: number): void };

const ServingsContext = createContext(null as Value | null);

function KitchenProvider({ children }: { children?: ReactNode }) {
  const [servings, setServings] = useReducer((_: number, next: number) => next, 2);
  return (
    <ServingsContext value={{ servings, setServings }}>
      {children}
    </ServingsContext>
  );
}

function useKitchen() {
  const value = use(ServingsContext);
  if (value) return value;
  throw new Error("useKitchen was called outside of KitchenProvider");
}

export { KitchenProvider, useKitchen };
