export interface Item {
  id: string;
  name: string;
  bought: boolean;
}

interface AddAction {
  type: "add";
  id: string;
  name: string;
}
interface ToggleAction {
  type: "toggle";
  id: string;
}
interface RemoveAction {
  type: "remove";
  id: string;
}

type Action = AddAction | ToggleAction | RemoveAction;

export const shoppingReducer = (state: Item[], action: Action): Item[] => {
  if (action.type === "add") {
    const { id, name } = action;
    return state.concat({ id, name, bought: false });
  }
  if (action.type === "toggle") {
    return state.map((item) => {
      if (item.id !== action.id) return item;
      const bought = !item.bought;
      return { ...item, bought };
    });
  }
  return state.filter(({ id }) => !(id === action.id));
};
