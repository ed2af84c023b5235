import { createContext, useContext, useState, type ReactNode } from "react";

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
  if (kitchen === null) {
    throw new Error("useKitchen needs a KitchenProvider above it");
  }
  return kitchen;
}
