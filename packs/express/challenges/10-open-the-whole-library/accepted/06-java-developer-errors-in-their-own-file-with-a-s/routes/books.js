import express from "express";
import { BadBookError } from "../errors/library-error.js";
import { addBook, allBooks, changeBook, findBook, removeBook } from "../shelf.js";

class BookController {
  list(request, response) {
    return response.json(allBooks());
  }

  show(request, response) {
    return response.json(findBook(request.params.id));
  }

  create(request, response) {
    const dto = request.body ?? {};
    if (dto.title === undefined || dto.title === null || dto.title === "") {
      throw new BadBookError("Title must not be empty");
    }
    return response.status(201).json(addBook(dto));
  }

  update(request, response) {
    const updated = changeBook(request.params.id, request.body ?? {});
    return response.status(200).json(updated);
  }

  destroy(request, response) {
    removeBook(request.params.id);
    return response.status(204).send();
  }
}

const router = express.Router();
const controller = new BookController();

router.get("/", controller.list);
router.get("/:id", controller.show);
router.post("/", controller.create);
router.put("/:id", controller.update);
router.delete("/:id", controller.destroy);

export default router;
