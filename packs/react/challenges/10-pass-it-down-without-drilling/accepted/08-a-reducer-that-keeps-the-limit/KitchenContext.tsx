import { createContext, useContext, useReducer, useCallback, type ReactNode } from "react";
type State = { servings: number };
type Action = { type: "set"; servings: number };
function reducer(state: State, action: Action): State {
  switch (action.type) {
    case "set": return action.servings >= 1 ? { ...state, servings: action.servings } : state;
    default: return state;
  }
}
type KitchenValue = State & { setServings: (servings: number) => void };
const KitchenContext = createContext<KitchenValue | null>(null);
export function KitchenProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(reducer, { servings: 2 });
  const setServings = useCallback((servings: number) => dispatch({ type: "set", servings }), []);
  return <KitchenContext.Provider value={{ ...state, setServings }}>{children}</KitchenContext.Provider>;
}
export function useKitchen(): KitchenValue {
  const value = useContext(KitchenContext);
  if (!value) {
    throw new Error("No kitchen");
  }
  return value;
}
