export type Item = { id: string; name: string; bought: boolean };

export type ShoppingAction = "add" | "toggle" | "remove";

export function shoppingReducer(items: Item[], action: ShoppingAction): Item[] {
  switch (action) {
    case "add":
      return [...items, { id: crypto.randomUUID(), name: "item", bought: false }];
    case "toggle":
      return items.map((item) => ({ ...item, bought: !item.bought }));
    case "remove":
      return items.filter((item) => !item.bought);
  }
}
