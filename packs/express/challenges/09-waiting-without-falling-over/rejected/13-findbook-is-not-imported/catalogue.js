// The catalogue is kept in drawers. Opening one takes time, and drawer 13 is stuck.
const drawers = {
  1: { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  2: { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  3: { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
};

// Gives the book of this id, or undefined when there is none.
export async function findBook(id) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (id === "13") throw new Error("drawer 13 at 10.0.0.7 is stuck");
  return drawers[id];
}
