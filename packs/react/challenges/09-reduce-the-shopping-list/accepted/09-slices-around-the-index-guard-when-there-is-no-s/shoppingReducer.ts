export type Item = { id: string; name: string; bought: boolean };

export type Action =
  | { type: "add"; id: string; name: string }
  | { type: "toggle"; id: string }
  | { type: "remove"; id: string };

function shoppingReducer(items: Item[], action: Action): Item[] {
  if (action.type === "add") {
    const { id, name } = action;
    const bought = false;
    return [...items, { id, name, bought }];
  }

  const index = items.findIndex((item) => item.id === action.id);
  const found = items[index];
  if (!found) return items;

  const before = items.slice(0, index);
  const after = items.slice(index + 1);

  if (action.type === "remove") {
    return [...before, ...after];
  } else {
    return [...before, { ...found, bought: found.bought ? false : true }, ...after];
  }
}

export { shoppingReducer };
