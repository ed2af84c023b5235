import { createContext, type ReactNode, useContext, useState } from "react";

type KitchenValue = {
  servings: number;
  setServings: (servings: number) => void;
};

const KitchenContext = createContext<KitchenValue | null>(null);

export function KitchenProvider({ children }: { children: ReactNode }) {
  const [servings, setServings] = useState(2);
  return <KitchenContext value={{ servings, setServings }}>{children}</KitchenContext>;
}

export function useKitchen() {
  const kitchen = useContext(KitchenContext);
  if (!kitchen) throw new Error("useKitchen needs a KitchenProvider above it");
  return kitchen.servings;
}
