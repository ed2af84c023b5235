import * as React from "react";

interface Kitchen {
  servings: number;
  setServings: React.Dispatch<React.SetStateAction<number>>;
}

const Context = React.createContext<Kitchen | undefined>(undefined);

export const KitchenProvider = (props: React.PropsWithChildren) => {
  const [servings, setServings] = React.useState(2);
  const value = React.useMemo(() => ({ servings, setServings }), [servings]);
  return <Context.Provider value={value}>{props.children}</Context.Provider>;
};

export const useKitchen = (): Kitchen => {
  const value = React.useContext(Context);
  if (value === undefined) {
    throw new Error("There is no KitchenProvider");
  }
  return value;
};
