import { createContext, type ReactNode, useContext, useState } from "react";

type KitchenValue = {
  servings: number;
  setServings: (servings: number) => void;
};

const KitchenContext = createContext<KitchenValue | null>(null);

export function KitchenProvider({ children }: { children: ReactNode }) {
  const [servings, setServings] = useState(2);

  return (
    <KitchenContext.Provider value={{ servings, setServings }}>
      {children}
    </KitchenContext.Provider>
  );
}

export function useKitchen() {
  const kitchen = useContext(KitchenContext);
  if (kitchen === undefined) {
    throw new Error("useKitchen must be called inside a KitchenProvider");
  }
  return kitchen as KitchenValue;
}
