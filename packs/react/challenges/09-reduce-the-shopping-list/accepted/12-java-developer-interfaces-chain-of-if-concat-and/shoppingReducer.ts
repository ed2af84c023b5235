export type Item = { id: string; name: string; bought: boolean };

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

export type Action = AddAction | ToggleAction | RemoveAction;

export const shoppingReducer = (items: Item[], action: Action): Item[] => {
  if (action.type === "add") {
    const newItem: Item = { id: action.id, name: action.name, bought: false };
    return items.concat(newItem);
  }

  const index = items.findIndex((item) => item.id === action.id);
  if (index < 0) {
    return items;
  }

  const before = items.slice(0, index);
  const after = items.slice(index + 1);

  if (action.type === "toggle") {
    const old = items[index]!;
    return before.concat({ id: old.id, name: old.name, bought: !old.bought }, after);
  }
  if (action.type === "remove") {
    return before.concat(after);
  }
  return items;
};
