import { Router } from "express";
import list from "./list.js";

const routes = Router({ strict: false });
const index = new Map(list.map((book) => [book.id, book]));

routes.get("/:id", async (request, response) => {
  const { id } = request.params;
  if (!index.has(id)) {
    return response.status(404).json({ error: "No such book" });
  }
  return response.json(index.get(id));
});

routes.get("/", async (request, response) => {
  response.json([...index.values()]);
});

export default routes;
