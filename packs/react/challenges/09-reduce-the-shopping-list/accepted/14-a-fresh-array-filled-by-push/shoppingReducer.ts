export type Item = { id: string; name: string; bought: boolean };

export type ShoppingAction =
  | { type: "add"; id: string; name: string }
  | { type: "toggle"; id: string }
  | { type: "remove"; id: string };

export function shoppingReducer(items: Item[], action: ShoppingAction): Item[] {
  const result: Item[] = [];
  if (action.type === "add") {
    const added = { id: action.id, name: action.name, bought: false };
    result.push(...items, added);
  } else if (action.type === "toggle") {
    for (const item of items)
      result.push(item.id === action.id ? { ...item, bought: !item.bought } : item);
  } else {
    for (const item of items) if (item.id !== action.id) result.push(item);
  }
  return result;
}
