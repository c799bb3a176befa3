/** Modules of Python that look code over, or put it into a form. */
export const PYTHON_LINTERS =
  /mypy|pyright|ruff|flake8|pylint|black|isort|bandit|pycodestyle|pyflakes|yapf|autopep8/;
