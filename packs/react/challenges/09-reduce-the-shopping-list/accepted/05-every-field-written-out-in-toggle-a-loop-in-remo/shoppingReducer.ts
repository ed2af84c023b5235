export type Item = { id: string; name: string; bought: boolean };

export type ShoppingAction =
  { type: "add"; id: string; name: string } |
  { type: "toggle"; id: string } |
  { type: "remove"; id: string };

export const shoppingReducer = (items: Item[], action: ShoppingAction): Item[] => {
  const { type, id } = action;
  if (type === "add") return [...items, { id, name: action.name, bought: false }];
  if (type === "toggle") {
    return items.map((item) => (item.id === id ? { id: item.id, name: item.name, bought: !item.bought } : item));
  }
  const rest: Item[] = [];
  for (const item of items) {
    if (item.id !== id) rest.push(item);
  }
  return rest;
};
