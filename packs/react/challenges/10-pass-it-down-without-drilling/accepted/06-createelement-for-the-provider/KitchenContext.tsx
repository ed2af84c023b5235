import { createContext, createElement, useContext, useState, type PropsWithChildren } from "react";

type Servings = number;
type Kitchen = { servings: Servings; setServings: (servings: Servings) => void };

const kitchenContext = createContext<Kitchen | null>(null);

export function KitchenProvider({ children }: PropsWithChildren) {
  const [servings, setServings] = useState<Servings>(2);
  return createElement(kitchenContext.Provider, { value: { servings, setServings } }, children);
}

export function useKitchen(): Kitchen {
  const kitchen = useContext(kitchenContext);
  if (kitchen !== null) {
    return kitchen;
  }
  throw new Error("useKitchen is only for components below KitchenProvider");
}
