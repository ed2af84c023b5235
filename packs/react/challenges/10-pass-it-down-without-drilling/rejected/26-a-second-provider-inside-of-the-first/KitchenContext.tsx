import { createContext, type Dispatch, type ReactNode, type SetStateAction, useContext, useState } from "react";

type KitchenValue = {
  servings: number;
  setServings: Dispatch<SetStateAction<number>>;
};

const KitchenContext = createContext<KitchenValue | null>(null);

export function KitchenProvider({ children }: { children: ReactNode }) {
  const [servings, setServings] = useState(2);

  return (
    <KitchenContext.Provider value={{ servings, setServings }}>{children}</KitchenContext.Provider>
  );
}

export function useKitchen() {
  const kitchen = useContext(KitchenContext);
  if (kitchen === null) {
    throw new Error("useKitchen needs a KitchenProvider around it");
  }
  return kitchen;
}
